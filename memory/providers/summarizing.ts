import type { ModelMessage } from '../message'
import { SUMMARY_INPUT_TOKENS } from '../summary-input'
import { isSummaryDue, nextSummaryEnd, type SummarizingWindow } from '../summary-plan'
import type { SummaryFacts } from '../window'
import { LocalMemory, type LocalMemoryOptions } from './local-memory'
import { type LocalSummary, localSummaryMessage } from './local-summary'
import { checkWhole } from './memory-error'
import type { SessionLog } from './session-log'
import { messageOf } from './session-read'
import { askForSummary, type SummaryFailure, type SummaryModel } from './summary-model'

export interface SummarizingMemoryOptions extends LocalMemoryOptions {
  /** Makes the summaries: a function that gives a text, or AgentLIB's `ModelProvider`. */
  summaryModel: SummaryModel
  /** Messages at the end that stay word for word; 20 unless given. */
  recentMessages?: number | undefined
  /** A summary is made when this many messages before them stand in none; 20 unless given. */
  summarizeEvery?: number | undefined
  /** Longest summary, in tokens; 600 unless given. */
  maxSummaryTokens?: number | undefined
  /** Tokens of summary and messages together; no limit unless given. */
  maxTokens?: number | undefined
  /** Milliseconds for one request to the model; 30,000 unless given. */
  timeoutMs?: number | undefined
}

/** How a session's summary stands. */
export interface SummaryState {
  /** Null: there is none yet. */
  text: string | null
  /** From 1. */
  version: number
  /** Messages from the session's start that it stands for. */
  covers: number
  isRunning: boolean
  /** Why the last attempt made none; null when it did, or nobody has tried. */
  reason: SummaryFailure | null
  /** What the model threw. */
  cause: unknown
}

interface SessionSummary {
  newest: LocalSummary | null
  running: Promise<void> | null
  reason: SummaryFailure | null
  cause: unknown
}

/**
 * One summary of a session's beginning, then everything that it does not stand for. Summaries are made after a write, in the
 * background, one at a time a session: neither a read nor a write waits for the model. What fails leaves a plain window
 * and a reason (`summaryOf`), and is tried again after the next write. Messages are never removed for a summary.
 */
export class SummarizingMemory<TMessage extends object = ModelMessage> extends LocalMemory<TMessage> {
  readonly type = 'summarizing'
  protected readonly window: SummarizingWindow
  readonly #model: SummaryModel
  readonly #timeoutMs: number
  readonly #states = new WeakMap<SessionLog, SessionSummary>()
  readonly #running = new Set<Promise<void>>()

  /** @throws RangeError for a number that is not a whole one of at least 1 (0 for recentMessages) */
  constructor(options: SummarizingMemoryOptions) {
    super(options)
    const { recentMessages = 20, summarizeEvery = 20, maxSummaryTokens = 600, maxTokens, timeoutMs = 30_000 } = options
    checkWhole('recentMessages', recentMessages, 0)
    checkWhole('summarizeEvery', summarizeEvery)
    checkWhole('maxSummaryTokens', maxSummaryTokens)
    checkWhole('maxTokens', maxTokens)
    checkWhole('timeoutMs', timeoutMs)
    this.window = { strategy: 'summarizing', recentMessages, summarizeEvery, maxSummaryTokens, maxTokens }
    this.#model = options.summaryModel
    this.#timeoutMs = timeoutMs
  }

  /** The text of a session's summary; null when there is none. */
  getSummary(sessionId?: string): string | null {
    return this.summaryOf(sessionId)?.text ?? null
  }

  /** The summary, and why there is no newer one; null for an unknown session. */
  summaryOf(sessionId?: string): SummaryState | null {
    const session = this.living(sessionId)
    if (!session) return null
    const { newest, running, reason, cause } = this.#stateOf(session)
    return {
      text: newest?.text ?? null,
      version: newest?.version ?? 0,
      covers: newest?.toSeq ?? 0,
      isRunning: running !== null,
      reason,
      cause,
    }
  }

  /** Waits for the summaries that are being made now. Never rejects. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  protected override afterWrite(session: SessionLog): void {
    const state = this.#stateOf(session)
    if (state.running !== null) return
    const running = this.#summarize(session, state).finally(() => {
      state.running = null
      this.#running.delete(running)
    })
    state.running = running
    this.#running.add(running)
  }

  protected override summaryFacts(session: SessionLog): SummaryFacts | null {
    const { newest } = this.#stateOf(session)
    if (!newest) return null
    const tokens = this.counter.countMessage(localSummaryMessage(newest))
    return { version: newest.version, toSeq: newest.toSeq, tokens }
  }

  protected override summaryMessage(session: SessionLog): ModelMessage | null {
    const { newest } = this.#stateOf(session)
    return newest && localSummaryMessage(newest)
  }

  #stateOf(session: SessionLog): SessionSummary {
    const known = this.#states.get(session)
    if (known) return known
    const state = { newest: null, running: null, reason: null, cause: undefined }
    this.#states.set(session, state)
    return state
  }

  /** Version after version, each from the one before, as long as one is due and the session is still there. */
  async #summarize(session: SessionLog, state: SessionSummary): Promise<void> {
    for (let end = this.#dueEnd(session, state); end !== null; end = this.#dueEnd(session, state)) {
      const after = state.newest?.toSeq ?? 0
      const answer = await askForSummary({
        model: this.#model,
        memory: state.newest?.text ?? null,
        covered: this.#rowsBetween(session, after, end).map((row) => ({ seq: row.seq, message: messageOf(row) })),
        maxTokens: this.window.maxSummaryTokens,
        timeoutMs: this.#timeoutMs,
        counter: this.counter,
      })
      state.reason = 'reason' in answer ? answer.reason : null
      state.cause = 'reason' in answer ? answer.cause : undefined
      if ('reason' in answer || !this.isLiving(session)) return
      state.newest = { version: (state.newest?.version ?? 0) + 1, toSeq: end, text: answer.text }
    }
  }

  /** Up to which seq the next summary reaches; null: none is due. */
  #dueEnd(session: SessionLog, { newest }: SessionSummary): number | null {
    const { messageCount } = session
    const covered = newest?.toSeq ?? 0
    if (!isSummaryDue({ messageCount, covered }, this.window)) return null
    const before = messageCount - this.window.recentMessages
    const rows = this.#rowsBetween(session, covered, before)
    const next = session.rows.find((row) => row.seq === before + 1)
    const lastTurnGoesOn = next ? next.turn === rows.at(-1)?.turn : session.turnOpen
    return nextSummaryEnd({
      rows,
      lastTurnGoesOn,
      atLeast: this.window.summarizeEvery,
      maxTokens: SUMMARY_INPUT_TOKENS,
    })
  }

  #rowsBetween(session: SessionLog, after: number, to: number) {
    return session.rows.filter(({ seq }) => seq > after && seq <= to)
  }
}
