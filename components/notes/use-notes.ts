'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NoteView } from '@/server/schemas/notes'
import { askAnew } from '../data/ask-anew'
import { showFailure } from '../data/show-failure'
import { useTRPC, useTRPCClient } from '../data/trpc'
import { showToast } from '../ui/toast'

/** What a note says, and whom it means. */
export interface NoteText {
  text: string
  /** Ids of people. */
  mentions: string[]
}

/** The notes of a thread. */
export function useNotes(uid: string) {
  const trpc = useTRPC()
  return useQuery(trpc.notes.list.queryOptions({ uid }))
}
export type NotesQuery = ReturnType<typeof useNotes>

/** Everybody who can be mentioned. */
export function usePeople() {
  const trpc = useTRPC()
  return useQuery(trpc.people.list.queryOptions(undefined, { staleTime: 60_000 })).data?.items
}

/** How many notes there are on each message. */
export function useNoteCounts(notes: readonly NoteView[] | undefined): ReadonlyMap<number, number> {
  return useMemo(() => {
    const counts = new Map<number, number>()
    for (const { seq } of notes ?? []) if (seq !== null) counts.set(seq, (counts.get(seq) ?? 0) + 1)
    return counts
  }, [notes])
}

/** Writes, changes and takes away notes of a thread. Each answers whether it was done. */
export function useNoteActions(uid: string) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const cache = useQueryClient()
  return useMemo(() => {
    const done = async (title: string, call: () => Promise<unknown>) => {
      try {
        await call()
        await askAnew(cache, trpc.notes.list.queryFilter({ uid }))
        return true
      } catch (error) {
        showFailure(title, error)
        return false
      }
    }
    const add = (note: NoteText & { seq: number | null }) =>
      done('The note was not saved', () => client.notes.add.mutate({ uid, ...note, seq: note.seq ?? undefined }))
    return {
      add,
      edit: (id: string, note: NoteText) =>
        done('The note was not changed', () => client.notes.edit.mutate({ uid, id, ...note })),
      /** At once, with an Undo that writes one's own anew. */
      remove: async ({ id, seq, text, mentions, isOwn }: NoteView) => {
        const isDone = await done('The note was not removed', () => client.notes.remove.mutate({ uid, id }))
        if (!isDone) return
        const again = { seq, text, mentions: mentions.map((person) => person.id) }
        showToast({ title: 'Note removed', ...(isOwn ? { onUndo: () => void add(again) } : {}) })
      },
    }
  }, [uid, trpc, client, cache])
}
