import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { type ForkSelection, selectForFork } from '../../../memory/fork'
import { notFound } from '../../errors'
import type { ForkThreadInput } from '../../schemas/threads'
import type { ThreadRow } from '../../store/thread-rows'
import { type ForkRow, loadForkRows, type Stretch, seqsOfIds, widenToTurns } from '../../store/threads-fork-rows'

type Selection = Pick<z.output<typeof ForkThreadInput>, 'lastMessages' | 'upTo' | 'messageIds'>

/**
 * The messages of the source that a fork copies, in seq order: what was selected, less the exchanges that the selection
 * splits (W3), and how many messages those are. Loads no more than the turns that the selection touches. What is appended meanwhile stays outside.
 *
 * @throws NOT_FOUND for a message that the source does not have.
 */
export async function selectForkRows(
  client: PoolClient,
  source: ThreadRow,
  selection: Selection,
): Promise<{ kept: readonly ForkRow[]; dropped: number }> {
  const isWhole = selection.upTo === undefined && selection.messageIds === undefined
  if (source.messageCount === 0 && isWhole) return { kept: [], dropped: 0 }
  const stretch = await stretchOf(client, source, selection)
  const rows = await loadForkRows(client, { thread: source, ...stretch })
  const selected = selectForFork(rows, selectionOf(selection))
  if (selected.kind === 'unknown-message') throw notFound('message')
  const kept = new Set(selected.seqs)
  return { kept: rows.filter(({ seq }) => kept.has(seq)), dropped: selected.dropped.length }
}

function selectionOf({ lastMessages, upTo, messageIds }: Selection): ForkSelection {
  if (lastMessages !== undefined) return { kind: 'last', count: lastMessages }
  if (upTo !== undefined) return { kind: 'up-to', message: upTo }
  if (messageIds !== undefined) return { kind: 'chosen', messages: messageIds }
  return { kind: 'whole' }
}

async function stretchOf(client: PoolClient, source: ThreadRow, selection: Selection): Promise<Stretch> {
  const { lastMessages, upTo, messageIds } = selection
  const last = source.messageCount
  if (lastMessages !== undefined) {
    return widenToTurns(client, { thread: source, from: Math.max(1, last - lastMessages + 1), to: last, last })
  }
  const ids = messageIds ?? (typeof upTo === 'string' ? [upTo] : [])
  const seqs = typeof upTo === 'number' ? [upTo] : [...(await seqsOfIds(client, { thread: source, ids })).values()]
  if (upTo === undefined && messageIds === undefined) return { from: 1, to: last }
  if (seqs.length < new Set(ids).size || seqs.some((seq) => seq > last)) throw notFound('message')
  const from = upTo === undefined ? seqs.reduce((least, seq) => Math.min(least, seq), last) : 1
  return widenToTurns(client, { thread: source, from, to: seqs.reduce((most, seq) => Math.max(most, seq), 1), last })
}
