import {
  DEFAULT_SESSION,
  type MemoryEntry,
  type MemoryProvider,
  type ReadOptions,
  type Tags,
  type WriteOptions,
} from '../contract'
import type { ModelMessage } from '../message'
import { type MessageWords, messageWords } from '../text-words'
import { ESTIMATE, type TokenCounter } from '../token-estimate'
import { decideWindow, type RecalledUnit, type SummaryFacts } from '../window'
import type { Window } from '../window-config'
import { prepare } from './incoming'
import { isAnySummary } from './local-summary'
import { MemoryError } from './memory-error'
import { entriesOf } from './session-entries'
import { SessionLog, type StoredBody, type StoredRow } from './session-log'
import { SessionMap } from './session-map'
import { decideRead, deliver, listOf, messageOf, type SessionQuestion } from './session-read'
import { decideWrite, type HandedRead, storeWrite } from './session-write'

/** What every memory in the process takes. */
export interface LocalMemoryOptions {
  /** Counts tokens; AgentLIB's estimate unless given. The real one is `tokenizer` of `loci-sdk/tokens`. */
  counter?: TokenCounter | undefined
  /** The present time in milliseconds since 1970; the clock unless given. */
  now?: (() => number) | undefined
}

/** How full a session is. */
export interface SessionStats {
  messages: number
  turns: number
  tokens: number
  /** Who counted, and whether the number is an estimate. */
  counter: string
  isEstimate: boolean
}

/**
 * A memory in this process: sessions as the server keeps threads, read through the same window decision and written
 * through the same reconciliation (R1 to R6). What happens to one session happens one after another, since nothing waits
 * between a decision and its storing. It ends with the process.
 */
export abstract class LocalMemory<TMessage extends object = ModelMessage> implements MemoryProvider<TMessage> {
  abstract readonly type: string
  protected abstract readonly window: Window
  protected readonly counter: TokenCounter
  protected readonly now: () => number
  readonly #sessions = new SessionMap()
  readonly #handed = new WeakMap<object, HandedRead>()
  readonly #words = new WeakMap<StoredBody, MessageWords>()
  #reads = 0

  protected constructor({ counter = ESTIMATE, now = Date.now }: LocalMemoryOptions) {
    this.counter = counter
    this.now = now
  }

  /** Does a query recall messages, or narrow the list to those that hold its words? */
  get recalls(): boolean {
    return this.window.strategy === 'vector'
  }

  /** What the window shows of the session now, each message a copy; an unknown session is empty. */
  async read(options: ReadOptions = {}): Promise<TMessage[]> {
    const session = this.living(options.sessionId)
    if (!session) return []
    session.accessedAt = this.now()
    const question = {
      window: this.window,
      options,
      summary: this.summaryFacts(session),
      wordsOf: (row: StoredRow) => this.wordsOf(row),
    }
    const recalled = await this.recall(session, question)
    // After what had to be waited for: the session may have been written meanwhile.
    const list = listOf(session, question)
    const decision = decideRead(session, list, { ...question, recalled })
    const { messages, handed } = deliver(list, decision)
    this.#reads += 1
    const read: HandedRead = {
      sessionUid: session.uid,
      order: this.#reads,
      messages: handed,
      total: session.messageCount,
    }
    for (const message of messages) this.#handed.set(message, read)
    const summary = decision.summary ? this.summaryMessage(session) : null
    // What the agent's messages are is what it wrote: each comes back as it was written, with an id.
    return (summary ? [summary, ...messages] : messages) as object[] as TMessage[]
  }

  /**
   * Takes the agent's whole state; what is stored already is recognised and not stored again.
   * @throws MemoryError CONFLICT where it does not fit, INVALID_INPUT for what is not a message; nothing is stored then
   */
  async write(messages: readonly TMessage[], options: WriteOptions = {}): Promise<void> {
    this.prepareWrite(messages, options)()
  }

  /** Deletes a session, or without one all of them. */
  async clear(sessionId?: string): Promise<void> {
    if (sessionId !== undefined) checkSession(sessionId)
    this.#sessions.forget(sessionId)
  }

  /** What was written, session by session, oldest first. */
  async entries(sessionId?: string): Promise<MemoryEntry<TMessage>[]> {
    const asked = sessionId === undefined ? this.#sessions.all(this.now()) : [this.living(sessionId)]
    return asked.flatMap((session) => (session ? entriesOf<TMessage>(session) : []))
  }

  /** How many sessions there are. */
  get sessionCount(): number {
    return this.#sessions.all(this.now()).length
  }

  /** How full a session is; null for an unknown one. */
  stats(sessionId: string = DEFAULT_SESSION): SessionStats | null {
    const session = this.living(sessionId)
    if (!session) return null
    const { messageCount, lastTurn, tokenCount } = session
    const { name, isEstimate } = this.counter
    return { messages: messageCount, turns: lastTurn, tokens: tokenCount, counter: name, isEstimate }
  }

  /**
   * Decides a write without storing anything; the function that it gives stores it, or does so after a second look when
   * the session has been written meanwhile. For writes that have to succeed in several places (`CompositeMemory`).
   * @throws as `write`
   */
  prepareWrite(messages: readonly object[], options: WriteOptions = {}): () => void {
    const { sessionId = DEFAULT_SESSION } = options
    checkOptions(options)
    const list = prepare(messages, isAnySummary)
    const decide = () => {
      const now = this.now()
      const session = this.living(sessionId) ?? new SessionLog(sessionId, now)
      const write = {
        list,
        options,
        handedOf: (message: object) => this.#handed.get(message),
        counter: this.counter,
        now,
      }
      return { session, write, decision: decideWrite(session, write) }
    }
    decide()
    return () => {
      const { session, write, decision } = decide()
      storeWrite(session, write, decision)
      if (session.messageCount === 0) return
      this.#sessions.keep(session, write.now)
      this.afterWrite(session)
    }
  }

  /** Called when a write was stored. */
  protected afterWrite(_session: SessionLog): void {}

  /** What a query recalls, for windows that do so. */
  protected async recall(
    _session: SessionLog,
    _question: SessionQuestion,
  ): Promise<readonly RecalledUnit[] | undefined> {
    return undefined
  }

  protected summaryFacts(_session: SessionLog): SummaryFacts | null {
    return null
  }

  protected summaryMessage(_session: SessionLog): ModelMessage | null {
    return null
  }

  protected wordsOf(row: StoredRow): MessageWords {
    const known = this.#words.get(row.body)
    if (known) return known
    const words = messageWords(messageOf(row))
    this.#words.set(row.body, words)
    return words
  }

  /** A session that was written and has not run out. */
  protected living(sessionId: string = DEFAULT_SESSION): SessionLog | undefined {
    checkSession(sessionId)
    return this.#sessions.living(sessionId, this.now())
  }

  /** Was it neither cleared nor written anew since? */
  protected isLiving(session: SessionLog): boolean {
    return this.#sessions.holds(session)
  }

  /** Lets go of texts that the window cannot show any more, exchanges and open turns whole. */
  protected forgetUnseen(session: SessionLog, window: Window): void {
    const { rows, messageCount, tokenCount, turnOpen, lastTurn, lastTurnSeq } = session
    const { items } = decideWindow({
      rows,
      window,
      totals: { messages: messageCount, tokens: tokenCount, lastSeq: messageCount },
      openTurn: { turn: lastTurn, firstSeq: lastTurnSeq, isOpen: turnOpen },
    })
    const first = items.find(({ isIn, reason }) => isIn || reason === 'unanswered')
    const oldest = Math.min(first?.seq ?? messageCount, turnOpen ? lastTurnSeq : messageCount)
    session.forgetBefore(oldest)
  }
}

/** S4: a blank name is none; taking it for all sessions, or for the default one, would be a guess. */
function checkSession(sessionId: string): void {
  if (typeof sessionId === 'string' && sessionId.trim() !== '') return
  throw new MemoryError('INVALID_INPUT', 'sessionId: not blank.')
}

function checkOptions({ ttl, tags = {} }: { ttl?: number | undefined; tags?: Tags | undefined }): void {
  if (ttl !== undefined && !(Number.isInteger(ttl) && ttl >= 1)) {
    throw new MemoryError('INVALID_INPUT', `ttl: whole seconds, at least 1, not ${String(ttl)}.`)
  }
  if (Object.values(tags).some((value) => typeof value !== 'string')) {
    throw new MemoryError('INVALID_INPUT', 'tags: a text for each key.')
  }
}
