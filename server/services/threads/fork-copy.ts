import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { copySummaries } from '../../store/summaries'
import type { ThreadRow } from '../../store/thread-rows'
import {
  copyEntries,
  copyMessages,
  copyTagsAndPins,
  insertFork,
  type NewFork,
  runOfEntry,
} from '../../store/threads-fork'
import { type ForkRow, loadTexts } from '../../store/threads-fork-rows'
import { listLines, prepareMessages } from '../memory/prepare-messages'
import { planFork } from './fork-plan'

/** Messages at each end among which a list's two lines are looked for. */
const LINES_REACH = 20

/** A fork's name and title. */
export type NamedFork = Pick<NewFork, 'source' | 'uid' | 'threadId' | 'title' | 'forkedAtSeq'>

/** Copies these messages of the source into a new thread; false when its id is taken. */
export async function copyFork(client: PoolClient, named: NamedFork, kept: readonly ForkRow[]): Promise<boolean> {
  const { source, uid } = named
  const { copies, entries, totals } = planFork(kept, uuidv7)
  const last = kept.at(-1)
  const isMade = await insertFork(client, {
    ...named,
    ...(await linesOf(client, source, kept)),
    totals,
    lastRunId: last ? await runOfEntry(client, source, last.entryId) : null,
    lastMessageAt: last?.createdAt ?? null,
  })
  if (!isMade) return false
  await copyMessages(client, { source, uid, copies })
  await copyEntries(client, { source, uid, entries })
  await copyTagsAndPins(client, { source, uid, copies })
  await copySummaries(client, { source, uid, through: unchangedThrough(copies) })
  return true
}

/** The last seq up to which the fork has every message of the source in its old place. */
function unchangedThrough(copies: readonly { readonly seq: number; readonly newSeq: number }[]): number {
  const first = copies.findIndex(({ seq, newSeq }, index) => seq !== index + 1 || newSeq !== seq)
  return first === -1 ? copies.length : first
}

async function linesOf(client: PoolClient, source: ThreadRow, kept: readonly ForkRow[]) {
  const seqs = [...kept.filter(({ role }) => role === 'user').slice(0, LINES_REACH), ...kept.slice(-LINES_REACH)]
  const texts = await loadTexts(client, { thread: source, seqs: [...new Set(seqs.map(({ seq }) => seq))] })
  return listLines(
    prepareMessages(
      texts.map((text) => JSON.parse(text)),
      texts,
    ).messages,
  )
}
