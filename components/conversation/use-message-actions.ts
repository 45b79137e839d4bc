'use client'

import { useMemo, useState } from 'react'
import { messageText } from '@/memory/message'
import { threadHref } from '../data/scope-href'
import { showFailure } from '../data/show-failure'
import { useTRPCClient } from '../data/trpc'
import { copyText } from '../ui/copy-text'
import { showToast } from '../ui/toast'
import type { MessageActions } from './message-menu'
import type { MessageStore } from './message-store'

/** The link to one message of a thread. */
export function messageHref(uid: string, seq: number): string {
  return `${threadHref(uid)}?message=${seq}`
}

async function copyAndSay(text: string, said: string): Promise<void> {
  const isCopied = await copyText(text)
  showToast(
    isCopied ? { title: said, tone: 'good', timeout: 2_000 } : { title: 'The browser refused to copy', tone: 'bad' },
  )
}

/** A fork never holds part of an exchange (W3): at a call, its results come along. */
function lastOfExchange(store: MessageStore, seq: number): number {
  const { rows } = store.getSnapshot()
  const row = rows.get(seq)
  const call = row?.kind === 'folded' ? rows.get(row.callSeq) : row
  const results = call?.kind === 'message' ? call.calls.flatMap(({ result }) => result?.seq ?? []) : []
  return Math.max(seq, ...results)
}

export interface UseMessageActionsOptions {
  uid: string
  store: MessageStore
  onFork: (seq: number) => void
  onPin: MessageActions['pin']
  onRedact: MessageActions['redact']
  onNote: MessageActions['note']
  onShowNotes: MessageActions['showNotes']
}

/** What is done to one message, by its menu or by keys; and which messages show their raw JSON. */
export function useMessageActions(options: UseMessageActionsOptions) {
  const { uid, store, onFork, onPin, onRedact, onNote, onShowNotes } = options
  const client = useTRPCClient()
  const [rawSeqs, setRawSeqs] = useState<ReadonlySet<number>>(new Set())
  const actions: MessageActions = useMemo(
    () => ({
      copyText: (seq) => {
        const row = store.getSnapshot().rows.get(seq)
        if (row) void copyAndSay(messageText(row.view.message), 'Text copied')
      },
      copyJson: async (seq) => {
        try {
          const { text } = await client.messages.text.query({ uid, seq })
          await copyAndSay(text, 'JSON copied')
        } catch (error) {
          showFailure('The message was not copied', error)
        }
      },
      copyLink: (seq) => void copyAndSay(`${window.location.origin}${messageHref(uid, seq)}`, 'Link copied'),
      fork: (seq) => onFork(lastOfExchange(store, seq)),
      toggleRaw: (seq) =>
        setRawSeqs((before) => {
          const next = new Set(before)
          if (!next.delete(seq)) next.add(seq)
          return next
        }),
      pin: onPin,
      redact: onRedact,
      note: onNote,
      showNotes: onShowNotes,
    }),
    [client, uid, store, onFork, onPin, onRedact, onNote, onShowNotes],
  )
  return { actions, rawSeqs }
}
