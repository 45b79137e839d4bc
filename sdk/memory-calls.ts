import { isAway, type LociError } from './error'
import { randomId } from './random-id'
import type { Transport } from './transport'
import type { ReadInput, ReadOutput, ScopeName, WriteInput, WriteOutput } from './wire'
import type { WindowFacts } from './wire-window'

/** A read's answer. While Loci is away and `onUnavailable` is not `throw`, it is made here, and `unavailable` says why. */
export interface ReadAnswer extends Omit<ReadOutput, 'window'> {
  /** Null in an answer that was made here. */
  window: WindowFacts | null
  unavailable?: LociError | undefined
}

/** A write's answer. `buffered`: Loci is away, the write is kept here, and the numbers are what it will come to. */
export interface WriteAnswer extends WriteOutput {
  buffered?: true | undefined
}

export interface MemoryCall<T> {
  scope: ScopeName | undefined
  input: T
  signal: AbortSignal | undefined
}

/** The two calls that an agent makes in each run, as `onUnavailable` wants them. */
export interface MemoryCalls {
  read(call: MemoryCall<ReadInput>): Promise<ReadAnswer>
  write(call: MemoryCall<WriteInput>): Promise<WriteAnswer>
}

/** The `readId` of an answer that was made here. A write that hands it back is new from the first message on. */
const LOCAL_READ = 'local:'

export function localReadId(): string {
  return `${LOCAL_READ}${randomId()}`
}

export function isLocalRead(readId: string | undefined): boolean {
  return readId?.startsWith(LOCAL_READ) ?? false
}

/** The wire's input: the scope in it, where one is named. */
export function inScope<T extends object>(scope: ScopeName | undefined, input: T): T & { scope?: ScopeName } {
  return scope === undefined ? input : { scope, ...input }
}

/** `throw`: what Loci says is what the caller gets. */
export function directCalls(transport: Transport): MemoryCalls {
  return {
    read: ({ scope, input, signal }) => transport('memory.read', inScope(scope, input), { signal, isRepeatable: true }),
    write: ({ scope, input, signal }) => {
      const keyed = { ...withoutLocalRead(input), idempotencyKey: input.idempotencyKey ?? randomId() }
      return transport('memory.write', inScope(scope, keyed), { signal, isRepeatable: true })
    },
  }
}

/** The messages that come with a local `readId` hold no stored history, so they are stored as they are. */
function withoutLocalRead(input: WriteInput): WriteInput {
  return isLocalRead(input.readId) ? { ...input, readId: undefined, mode: 'append' } : input
}

/**
 * `empty`: an agent runs on without its history. Reads give nothing and say so; writes still reject, since only the caller
 * can decide what becomes of messages that are stored nowhere.
 */
export function emptyWhenAway(transport: Transport): MemoryCalls {
  const direct = directCalls(transport)
  return {
    write: direct.write,
    async read(call) {
      try {
        return await direct.read(call)
      } catch (error) {
        if (!isAway(error)) throw error
        return { messages: [], window: null, readId: localReadId(), unavailable: error }
      }
    },
  }
}
