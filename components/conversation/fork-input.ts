import { ThreadId } from '@/memory/scope-schema'
import type { ForkThreadInput, ThreadView } from '@/server/schemas/threads'

export type ForkExtent = 'whole' | 'last' | 'up-to'

export interface ForkChoice {
  extent: ForkExtent
  /** Newest messages to take, with `last`. */
  lastMessages: number
  /** Seq, inclusive, with `up-to`. */
  upTo: number
  threadId: string
}

/** An id for the fork that the reader can keep: the thread's own with `-fork`, and a part that makes it new. */
export function proposedForkId(threadId: string, random: () => number = Math.random): string {
  const mark = Math.floor(random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0')
  const proposed = `${threadId.replace(/-fork-[0-9a-z]{4}$/, '')}-fork-${mark}`
  return ThreadId.safeParse(proposed).success ? proposed : `fork-${mark}`
}

/** What is sent for a choice. */
export function forkInput(thread: ThreadView, choice: ForkChoice): ForkThreadInput {
  const narrowed = {
    whole: {},
    last: { lastMessages: choice.lastMessages },
    'up-to': { upTo: choice.upTo },
  }[choice.extent]
  return { fromUid: thread.uid, threadId: choice.threadId, ...narrowed }
}

/** What is wrong with a choice, by field; empty when it can be sent. */
export function forkProblems(thread: ThreadView, choice: ForkChoice): Partial<Record<'threadId' | 'count', string>> {
  const problems: Partial<Record<'threadId' | 'count', string>> = {}
  const id = ThreadId.safeParse(choice.threadId)
  if (!id.success) problems.threadId = id.error.issues[0]?.message ?? 'Not an id.'
  else if (choice.threadId === thread.threadId) problems.threadId = 'This thread has that id. Choose another one.'
  const count = choice.extent === 'last' ? choice.lastMessages : choice.upTo
  const most = choice.extent === 'last' ? Math.min(thread.messageCount, 10_000) : thread.messageCount
  if (choice.extent !== 'whole' && !(Number.isInteger(count) && count >= 1 && count <= most)) {
    problems.count = `A whole number from 1 to ${most.toLocaleString('en')}.`
  }
  return problems
}
