import type { Scope } from '../../../memory/scope'
import { LociError } from '../../errors'
import type { WriteMemoryOutput } from '../../schemas/memory'
import type { EntryFacts, WrittenFacts } from '../../store/memory-write'
import type { PreparedList } from './prepare-messages'
import type { ReadToken } from './read-token'

/** One write, prepared once and decided on as often as it takes. */
export interface PreparedWrite {
  readonly scope: Scope
  readonly threadId: string
  /** The thread must be this one: it was named by its uid. */
  readonly uid: string | undefined
  readonly list: PreparedList
  readonly token: ReadToken | null
  readonly entry: EntryFacts
  /** Does it say anything besides its messages? Then it makes an entry even when none of them is new. */
  readonly saysMore: boolean
}

/** What a caller is told of a write besides what the database gives out; kept for a retry (R5). */
export interface GivenAnswer
  extends Pick<WriteMemoryOutput, 'appended' | 'matched' | 'skippedSystem' | 'conflicts' | 'entryId'> {
  readonly ids: readonly string[]
}

/** The answer to a write; the same for the first call and for its retries. */
export function composeAnswer(given: GivenAnswer, facts: WrittenFacts): WriteMemoryOutput {
  const { ids, ...rest } = given
  const { uid, messageCount, tokenCount, revision, firstSeq } = facts
  return {
    messages: ids.map((id, index) => ({ id, seq: firstSeq + index })),
    thread: { uid, messageCount, tokenCount, revision },
    ...rest,
  }
}

/** The answer to a write of which nothing was kept: nothing in it was new, or storing is switched off (W2). */
export function nothingStored(
  list: PreparedList,
  known: Partial<Pick<WriteMemoryOutput, 'matched' | 'conflicts' | 'thread'>> = {},
): WriteMemoryOutput {
  const { matched = 0, conflicts = [], thread = null } = known
  return { appended: 0, matched, skippedSystem: list.skippedSystem, conflicts, entryId: null, messages: [], thread }
}

/** @throws CONFLICT unless the retry asks for what was asked for first (R5). */
export function assertSameRequest(first: string, again: string): void {
  if (first === again) return
  throw new LociError('CONFLICT', 'This idempotency key was used for another write within the last 24 hours.')
}
