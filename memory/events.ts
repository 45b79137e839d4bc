import {
  DEFAULT_SESSION,
  type MemoryEntry,
  type MemoryProvider,
  type ReadOptions,
  type Tags,
  type WriteOptions,
} from './contract'
import type { ModelMessage } from './message'

/** What both events say. */
interface MemoryEvent {
  readonly sessionId: string
  readonly agentName: string | undefined
  readonly runId: string | undefined
  readonly tags: Tags | undefined
  /** The provider's `type`. */
  readonly provider: string
  /** Messages that were given, or handed over; 0 where it failed. */
  readonly messages: number
  readonly durationMs: number
  /** What the provider threw; absent when it succeeded. */
  readonly error?: unknown
}

export interface MemoryReadEvent extends MemoryEvent {
  readonly limit: number | undefined
  readonly query: string | undefined
}

export type MemoryWriteEvent = MemoryEvent

/** AgentLIB's names. Each event comes after the read or the write, whether it succeeded or failed. */
export interface MemoryEvents {
  'memory:read': MemoryReadEvent
  'memory:write': MemoryWriteEvent
}

export type MemoryListener<TName extends keyof MemoryEvents> = (event: MemoryEvents[TName]) => void | Promise<void>

/** A provider that tells what happens to it. */
export interface ObservedMemory<TMessage extends object = ModelMessage> extends MemoryProvider<TMessage> {
  on<TName extends keyof MemoryEvents>(name: TName, listener: MemoryListener<TName>): this
  off<TName extends keyof MemoryEvents>(name: TName, listener: MemoryListener<TName>): this
}

/**
 * The same memory with events. Listeners are called one after another and not waited for; one that throws or rejects
 * changes nothing for the agent nor for the others, and is told to `onListenerError`.
 *
 * ```ts
 * const memory = withEvents(new BufferMemory()).on('memory:read', ({ sessionId, messages }) => log(sessionId, messages))
 * ```
 */
export function withEvents<TMessage extends object>(
  provider: MemoryProvider<TMessage>,
  options: { onListenerError?: ((error: unknown) => void) | undefined; now?: (() => number) | undefined } = {},
): ObservedMemory<TMessage> {
  const { onListenerError = () => {}, now = Date.now } = options
  const listeners = {
    'memory:read': new Set<MemoryListener<'memory:read'>>(),
    'memory:write': new Set<MemoryListener<'memory:write'>>(),
  }

  function emit<TEvent>(called: Iterable<(event: TEvent) => void | Promise<void>>, event: TEvent): void {
    for (const listener of [...called]) {
      try {
        Promise.resolve(listener(event)).catch(onListenerError)
      } catch (error) {
        onListenerError(error)
      }
    }
  }

  /** Runs the call, and tells of it when it is over. */
  async function told<T>(
    call: () => Promise<T>,
    tell: (facts: Pick<MemoryEvent, 'messages' | 'durationMs' | 'error'>) => void,
    count: (result: T) => number,
  ): Promise<T> {
    const start = now()
    try {
      const result = await call()
      tell({ messages: count(result), durationMs: now() - start })
      return result
    } catch (error) {
      tell({ messages: 0, durationMs: now() - start, error })
      throw error
    }
  }

  const factsOf = (asked: ReadOptions | WriteOptions) => ({
    sessionId: asked.sessionId ?? DEFAULT_SESSION,
    agentName: asked.agentName,
    runId: asked.runId,
    tags: asked.tags,
    provider: provider.type,
  })

  const { clear, entries } = provider
  const observed: ObservedMemory<TMessage> = {
    type: provider.type,
    read: (asked = {}) =>
      told(
        () => provider.read(asked),
        (facts) =>
          emit(listeners['memory:read'], { ...factsOf(asked), limit: asked.limit, query: asked.query, ...facts }),
        (messages) => messages.length,
      ),
    write: (messages, asked = {}) =>
      told(
        () => provider.write(messages, asked),
        (facts) => emit(listeners['memory:write'], { ...factsOf(asked), ...facts }),
        () => messages.length,
      ),
    on(name, listener) {
      listenersOf(listeners, name).add(listener)
      return observed
    },
    off(name, listener) {
      listenersOf(listeners, name).delete(listener)
      return observed
    },
    ...(clear ? { clear: (sessionId?: string) => clear.call(provider, sessionId) } : {}),
    ...(entries
      ? { entries: (sessionId?: string): Promise<MemoryEntry<TMessage>[]> => entries.call(provider, sessionId) }
      : {}),
  }
  return observed
}

function listenersOf<TName extends keyof MemoryEvents>(
  listeners: { [TEvent in keyof MemoryEvents]: Set<MemoryListener<TEvent>> },
  name: TName,
): Set<MemoryListener<TName>> {
  const found = listeners[name]
  if (!found) throw new RangeError(`There is no event ${String(name)}; there are ${Object.keys(listeners).join(', ')}.`)
  return found
}
