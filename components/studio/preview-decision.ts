import { hitsFor, type RecalledHit, unitsOfHits } from '@/memory/recalled-hits'
import { decideWindow, type WindowDecision } from '@/memory/window'
import type { Window } from '@/memory/window-config'
import type { WindowMessage } from '@/memory/window-message'
import { shiftBetween } from '@/memory/window-replay'
import type { PreviewRow, PreviewWindowOutput } from '@/server/schemas/agent-preview'
import type { MessageView } from '@/server/schemas/messages'
import type { SeenItem } from '../conversation/window-edge-place'
import type { MemoryKind, MemorySegment } from '../memory-bar/memory-segments'

/** Messages of an unlimited read (W2). */
const READ_LIMIT = 10_000

/** A thread that windows are tried on. */
export interface PreviewSource {
  readonly thread: NonNullable<PreviewWindowOutput['thread']>
  readonly rows: readonly WindowMessage[]
  readonly summary: PreviewWindowOutput['summary']
  /** What the question recalled, for whatever window; null without one. */
  readonly recalled: readonly RecalledHit[] | null
  /** Its messages, where it is none of the server's. */
  readonly pasted?: readonly MessageView[]
}

export function previewSource({ thread, rows, summary, recalled }: PreviewWindowOutput): PreviewSource | null {
  if (!thread) return null
  return {
    thread,
    summary,
    rows: rows.map(windowRow),
    recalled:
      recalled?.map(({ elsewhere, ...hit }) => ({
        ...hit,
        ...(elsewhere ? { elsewhere: { threadUid: hit.threadUid, rows: elsewhere.map(windowRow) } } : {}),
      })) ?? null,
  }
}

function windowRow(row: PreviewRow): WindowMessage {
  const [seq, role, turn, tokens, runningTokens, callIds, toolCallId, isEmpty, isPinned] = row
  return { seq, role, turn, tokens, runningTokens, callIds, toolCallId, isEmpty, isPinned }
}

/** What one window shows of the thread, and why: the server's own function (W5), so what is seen is what will be. */
export interface WindowOnThread {
  readonly window: Window
  readonly decision: WindowDecision
  readonly seen: ReadonlyMap<number, SeenItem>
}

export function windowOn({ thread, rows, summary, recalled }: PreviewSource, window: Window): WindowOnThread {
  const decision = decideWindow({
    window,
    rows,
    summary,
    recalled: recalled ? unitsOfHits(hitsFor(window, recalled)) : undefined,
    limit: READ_LIMIT,
    totals: { messages: thread.messageCount, tokens: thread.tokenCount, lastSeq: thread.messageCount },
    openTurn: { turn: thread.lastTurn, firstSeq: thread.lastTurnSeq, isOpen: thread.turnOpen },
  })
  const seen = new Map<number, SeenItem>()
  for (const item of decision.items) seen.set(item.seq, item)
  return { window, decision, seen }
}

export function kindOf({ seen }: WindowOnThread, seq: number): MemoryKind {
  const item = seen.get(seq)
  if (!item) return 'out'
  if (item.reason === 'pinned') return 'pin'
  if (item.reason === 'summarized') return 'summary'
  return item.isIn ? 'in' : 'out'
}

/** The bar of a window over the thread. */
export function segmentsOf(on: WindowOnThread, rows: readonly WindowMessage[]): MemorySegment[] {
  const segments: MemorySegment[] = []
  for (const { seq, tokens } of rows) {
    const kind = kindOf(on, seq)
    const last = segments.at(-1)
    if (last && last.kind === kind) last.tokens += tokens
    else segments.push({ kind, tokens })
  }
  return segments
}

/** Messages that the draft would take from the agent, and those that it would give: seqs, ascending. */
export function changesOf(saved: WindowOnThread, draft: WindowOnThread) {
  return shiftBetween(saved.decision, draft.decision)
}

/** The next of some seqs after (1) or before (-1) one, around the ends. */
export function stepAmong(seqs: readonly number[], from: number | null, by: 1 | -1): number | null {
  if (by === 1) return seqs.find((seq) => from === null || seq > from) ?? seqs[0] ?? null
  return seqs.findLast((seq) => from === null || seq < from) ?? seqs.at(-1) ?? null
}
