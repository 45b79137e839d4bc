import type { ModelMessage } from '../memory/message'
import { BufferedMemory, type BufferOptions } from './buffered-memory'
import { directCalls, emptyWhenAway, type MemoryCalls } from './memory-calls'
import { createOpenStream, type OpenStream } from './open-stream'
import { type Abortable, ScopedLoci } from './scoped-loci'
import { createTransport, type Transport, type TransportOptions } from './transport'
import type { Page, ScopeName } from './wire'
import type { CreateKeyInput, JobFacts, KeyFacts } from './wire-admin'
import type {
  AgentList,
  AgentOrApp,
  AgentSettings,
  EffectiveConfiguration,
  EffectiveInput,
  EffectiveSettings,
  ImpactInput,
  ListAgentsInput,
  PreviewWindowInput,
  ReplayedThread,
  ReplayInput,
  RestoreVersionInput,
  SetWindowInput,
  SummaryTrial,
  TrySummaryInput,
  WindowPreview,
} from './wire-agents'
import type { Pending, RefusedWrite } from './write-queue'

export interface LociOptions extends TransportOptions {
  /**
   * What `memory.read` and `memory.write` do while Loci is away (no answer, or one that says to come back later):
   * - `throw`: they reject with a `LociError`.
   * - `empty`: reads give no messages and say so in `unavailable`; writes reject.
   * - `buffer`: reads give what this process knows; writes are kept, and sent in order when Loci is back.
   *
   * All other calls reject. `throw` unless said otherwise.
   */
  onUnavailable?: 'throw' | 'empty' | 'buffer' | undefined
  /** How much `buffer` keeps. */
  buffer?: BufferOptions | undefined
}

const NOTHING: Pending = { writes: 0, messages: 0, bytes: 0, refused: 0 }

/**
 * A connection to one Loci installation.
 *
 * ```ts
 * const loci = new Loci({ url: 'http://127.0.0.1:3000', key: process.env.LOCI_API_KEY })
 * const memory = loci.for({ tenant: 'acme', subject: 'user-1' })
 * ```
 */
export class Loci {
  readonly #transport: Transport
  readonly #openStream: OpenStream
  readonly #calls: MemoryCalls
  readonly #buffer: BufferedMemory | undefined

  constructor(options: LociOptions) {
    this.#transport = createTransport(options)
    this.#openStream = createOpenStream(options)
    this.#buffer = options.onUnavailable === 'buffer' ? new BufferedMemory(this.#transport, options.buffer) : undefined
    const direct = options.onUnavailable === 'empty' ? emptyWhenAway : directCalls
    this.#calls = this.#buffer ?? direct(this.#transport)
  }

  /** All that follows happens in this scope; without one, in the scope that the key is bound to. */
  for(scope?: ScopeName): ScopedLoci {
    return new ScopedLoci({ transport: this.#transport, openStream: this.#openStream, calls: this.#calls, scope })
  }

  #query<T>(path: string, input: object, options?: Abortable): Promise<T> {
    return this.#transport(path, input, { signal: options?.signal, isRepeatable: true })
  }

  #mutate<T>(path: string, input: object, options?: Abortable): Promise<T> {
    return this.#transport(path, input, { signal: options?.signal, isRepeatable: false })
  }

  /** What agents see and whether they store; for keys with the admin right. */
  readonly agents = {
    list: (input: ListAgentsInput = {}, options?: Abortable): Promise<AgentList> =>
      this.#query('agents.list', input, options),
    get: (input: AgentOrApp, options?: Abortable): Promise<AgentSettings> => this.#query('agents.get', input, options),
    /** Each setting that holds, where it came from, and what has no effect. */
    effective: (input: EffectiveInput, options?: Abortable): Promise<EffectiveConfiguration> =>
      this.#query('agents.effective', input, options),
    setWindow: (
      input: SetWindowInput,
      options?: Abortable,
    ): Promise<{ version: number; effective: EffectiveSettings }> => this.#mutate('agents.setWindow', input, options),
    /** Saves what an earlier version held as a new one. */
    restoreVersion: (
      input: RestoreVersionInput,
      options?: Abortable,
    ): Promise<{ version: number; effective: EffectiveSettings }> =>
      this.#mutate('agents.restoreVersion', input, options),
    preview: (input: PreviewWindowInput, options?: Abortable): Promise<WindowPreview> =>
      this.#query('agents.preview', input, options),
    /** The first summary that a window would make of a thread, asked of its model now; nothing is stored. */
    trySummary: (input: TrySummaryInput, options?: Abortable): Promise<SummaryTrial> =>
      this.#mutate('agents.trySummary', input, options),
    /** What a window would change in all threads that follow the setting: a job; nothing is saved. */
    impact: (input: ImpactInput, options?: Abortable): Promise<JobFacts> =>
      this.#mutate('agents.impact', input, options),
    /** Past reads under two windows, without asking any model. */
    replay: (input: ReplayInput, options?: Abortable): Promise<Page<ReplayedThread>> =>
      this.#query('agents.replay', input, options),
  }

  /** For keys with the admin right; a key makes none that covers more than itself. */
  readonly keys = {
    /** The only answer that holds the key itself. */
    create: (input: CreateKeyInput, options?: Abortable): Promise<{ key: string; view: KeyFacts }> =>
      this.#mutate('keys.create', input, options),
    list: (options?: Abortable): Promise<{ items: KeyFacts[] }> => this.#query('keys.list', {}, options),
    revoke: (input: { id: string }, options?: Abortable): Promise<KeyFacts> =>
      this.#mutate('keys.revoke', input, options),
  }

  /** Imports, exports and other work that goes on by itself. */
  readonly jobs = {
    get: (input: { id: string }, options?: Abortable): Promise<JobFacts> => this.#query('jobs.get', input, options),
    cancel: (input: { id: string }, options?: Abortable): Promise<JobFacts> =>
      this.#mutate('jobs.cancel', input, options),
  }

  readonly tokens = {
    /** What a text or a list of messages costs, by the installation's counter. */
    count: (
      input: { text: string } | { messages: ModelMessage[] },
      options?: Abortable,
    ): Promise<{ tokens: number; counter: string }> => this.#query('tokens.count', input, options),
  }

  /** Writes that wait for Loci to come back, and those that it refused for good; with `onUnavailable: 'buffer'`. */
  get pending(): Pending {
    return this.#buffer?.pending ?? NOTHING
  }

  /** Sends what waits, now. @throws what keeps it from being sent, or why Loci refused a write for good */
  async flush(options?: Abortable): Promise<void> {
    await this.#buffer?.flush(options)
  }

  /** Hands over the writes that Loci refused for good, which makes room for others. */
  takeRefused(): RefusedWrite[] {
    return this.#buffer?.takeRefused() ?? []
  }

  /** Sends what waits and takes no more memory calls. Call it before the process ends. @throws as `flush` does */
  async close(options?: Abortable): Promise<void> {
    await this.#buffer?.close(options)
  }
}
