import { withOtherId, withoutMember } from '../../../memory/json-text'
import { type ModelMessage, withoutToolCalls } from '../../../memory/message'
import { storedMessage } from '../../../memory/stored-message'
import { COUNTER } from '../../../memory/token-counter'
import { deliveryOrder } from '../../../memory/turn'
import { passedText } from '../../json-text'
import type { ReadMemoryOutput } from '../../schemas/memory'
import type { ServiceContext } from '../context'
import { renderSummary } from '../summaries/render-summary'
import { messageHash } from './message-hash'
import type { ReadResult } from './read-memory'
import { listHash, type ReadToken, readNonce, shortHash } from './read-token'
import { recalledId } from './recalled-echo'
import { recalledElsewhere, windowView } from './window-view'

/** W8, M2: the summary, then each message as the text it was stored as; and the signed token of what was handed out. */
export function readAnswer(ctx: ServiceContext, result: ReadResult, query: string | undefined): ReadMemoryOutput {
  const { thread, resolved, decision } = result
  const own = ownMessages(result)
  const recalled = recalledMessages(result)
  const window = windowView(result, thread?.counter ?? COUNTER)
  const copies = decision.delivered.filter((message) => message.withoutToolCalls).map((message) => message.seq)
  const token: ReadToken = {
    v: 1,
    uid: thread?.uid ?? null,
    revision: thread?.revision ?? 0,
    source: resolved.source,
    configVersion: resolved.version,
    at: Date.now(),
    nonce: readNonce(),
    total: thread?.messageCount ?? 0,
    ranges: window.ranges,
    count: own.messages.length,
    hash: listHash(own.hashes),
    ...(copies.length > 0 ? { copies } : {}),
    ...(decision.summary ? { summary: decision.summary.version } : {}),
    ...(recalled.hashes.length > 0 ? { recalled: recalled.hashes.map(shortHash) } : {}),
    ...(query === undefined ? {} : { query }),
    ...(window.overBudget ? { overBudget: true } : {}),
  }
  return {
    messages: [...summaryMessages(ctx, result), ...recalled.messages, ...own.messages],
    window,
    readId: ctx.signer.sign('read', token),
  }
}

function summaryMessages(ctx: ServiceContext, { decision, summary }: ReadResult): ModelMessage[] {
  if (!decision.summary || !summary) return []
  return [renderSummary(ctx.signer, summary).message]
}

/** Those of other threads, thread by thread, the oldest first, in the order in which each thread has them. */
function recalledMessages({ decision, recall }: ReadResult): { messages: ModelMessage[]; hashes: Buffer[] } {
  const messages: ModelMessage[] = []
  const hashes: Buffer[] = []
  for (const [threadUid, seqs] of recalledElsewhere(decision)) {
    const rows = (recall?.elsewhere ?? []).flatMap((hit) => (hit.threadUid === threadUid ? hit.rows : []))
    const bySeq = new Map(rows.map((row) => [row.seq, row]))
    for (const row of deliveryOrder(seqs.flatMap((seq) => bySeq.get(seq) ?? []))) {
      messages.push(passedText<ModelMessage>(withOtherId(row.raw, recalledId(threadUid, row.seq))))
      hashes.push(row.hash)
    }
  }
  return { messages, hashes }
}

function ownMessages({ decision, rows }: ReadResult): { messages: ModelMessage[]; hashes: Buffer[] } {
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const messages: ModelMessage[] = []
  const hashes: Buffer[] = []
  for (const { seq, withoutToolCalls: isCopy } of decision.delivered) {
    const row = bySeq.get(seq)
    if (!row) throw new Error(`message ${seq} was decided on but not loaded`)
    messages.push(passedText<ModelMessage>(isCopy ? withoutMember(row.raw, 'toolCalls') : row.raw))
    hashes.push(isCopy ? copyHash(row.raw) : row.hash)
  }
  return { messages, hashes }
}

/** The hash of the copy that was served, which is what comes back in the agent's state. */
export function copyHash(raw: string): Buffer {
  return messageHash(withoutToolCalls(storedMessage(raw)))
}
