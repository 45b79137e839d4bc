'use client'

import type { RefObject } from 'react'
import { useShortcut } from '../ui/use-shortcut'
import type { MessageFeedHandle } from './message-feed'
import type { MessageActions } from './message-menu'
import type { TurnSteps } from './use-turn-steps'

/** What one can do with the whole thread, by button, menu or key. */
export interface ConversationCommands {
  rename: () => void
  tag: () => void
  fork: () => void
  remove: () => void
  refresh: () => void
  /** Opens find in the thread. */
  find: () => void
  openPanel: () => void
  /** Shows the turns of the user in the panel. */
  outline: () => void
  /** Shows what people have written about the thread. */
  notes: () => void
  /** To where the agent's window begins. */
  goToWindow: () => void
}

export interface UseConversationKeysOptions {
  feed: RefObject<MessageFeedHandle | null>
  /** Messages in the thread. */
  count: number
  /** Pinned seqs. */
  pins: ReadonlySet<number>
  actions: MessageActions
  commands: ConversationCommands
  steps: TurnSteps
}

const inThread = 'In this thread'
const onMessage = 'On the message with the focus'

/** Binds the keys of the conversation. `g g` goes to the first message, since `g` alone begins the ways to the places. */
export function useConversationKeys({ feed, count, pins, actions, commands, steps }: UseConversationKeysOptions): void {
  const onActive = (run: (seq: number) => void) => () => {
    const seq = feed.current?.activeSeq()
    if (seq) run(seq)
  }
  useShortcut('j', () => feed.current?.move(1), { label: 'Next message', group: inThread })
  useShortcut('k', () => feed.current?.move(-1), { label: 'Previous message', group: inThread })
  useShortcut('u', () => steps.step('next'), { label: 'Next turn of the user', group: inThread })
  useShortcut('shift+u', () => steps.step('previous'), { label: 'Previous turn', group: inThread })
  useShortcut('g u', () => steps.step('first'), { label: 'First turn', group: inThread })
  useShortcut('g shift+u', () => steps.step('last'), { label: 'Last turn', group: inThread })
  useShortcut('o', commands.outline, { label: 'Outline: the turns of the user', group: inThread })
  useShortcut('shift+n', commands.notes, { label: 'Notes', group: inThread })
  useShortcut('g g', () => feed.current?.goTo(1), { label: 'First message', group: inThread })
  useShortcut('shift+g', () => feed.current?.goTo(count), { label: 'Last message', group: inThread })
  useShortcut('w', commands.goToWindow, { label: 'Where the window begins', group: inThread })
  useShortcut('r', commands.rename, { label: 'Rename', group: inThread })
  useShortcut('t', commands.tag, { label: 'Add a tag', group: inThread })
  useShortcut('shift+f', commands.fork, { label: 'Fork the thread', group: inThread })
  useShortcut('#', commands.remove, { label: 'Delete', group: inThread })
  useShortcut('shift+r', commands.refresh, { label: 'Refresh', group: inThread })
  useShortcut('c', onActive(actions.copyText), { label: 'Copy its text', group: onMessage })
  useShortcut('shift+c', onActive(actions.copyJson), { label: 'Copy it as JSON', group: onMessage })
  useShortcut('l', onActive(actions.copyLink), { label: 'Copy a link to it', group: onMessage })
  useShortcut('f', () => forkAt(feed.current?.activeSeq() ?? null, actions, commands), {
    label: 'Fork from it',
    group: onMessage,
  })
  useShortcut('x', onActive(actions.toggleRaw), { label: 'Raw JSON', group: onMessage })
  useShortcut(
    'n',
    onActive((seq) => actions.note?.(seq)),
    { label: 'Add a note', group: onMessage, isOn: actions.note !== null },
  )
  useShortcut(
    'p',
    onActive((seq) => actions.pin?.(seq, !pins.has(seq))),
    { label: 'Pin or unpin', group: onMessage, isOn: actions.pin !== null },
  )
}

function forkAt(seq: number | null, actions: MessageActions, commands: ConversationCommands): void {
  if (seq === null) commands.fork()
  else actions.fork(seq)
}
