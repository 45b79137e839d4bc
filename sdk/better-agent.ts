import { createInMemoryStorage } from '../memory/better-agent/in-memory-storage'
import type { BetterAgentStorage } from '../memory/better-agent/storage'
import { openThreads, type ThreadStorage } from '../memory/better-agent/thread-store'
import type { Loci } from './loci'
import { LociRecords } from './loci-records'
import { LociThreads } from './loci-threads'
import type { ScopeName } from './wire'

export type {
  AgentMemory,
  AuthContext,
  CreateMemoryOptions,
  MemoryAccess,
  MemoryIdContext,
  MemoryIdGenerator,
  MemoryThread,
  ResolvedScope,
  ScopeContext,
  TransformMessages,
} from '../memory/better-agent/agent-memory'
export type { AgentInputMessage, AgentMessage, MemoryMessage } from '../memory/better-agent/agent-message'
export {
  type MemoryAgent,
  type MemoryApp,
  memoryOf,
  type RunWithMemory,
  runWithMemory,
} from '../memory/better-agent/agent-runs'
export { createMemory } from '../memory/better-agent/create-memory'
export { createInMemoryStorage } from '../memory/better-agent/in-memory-storage'
export { MemoryError, type MemoryErrorCode } from '../memory/better-agent/memory-error'
export type {
  BetterAgentStorage,
  StoreListQuery,
  StoreListResult,
  StoreValue,
} from '../memory/better-agent/storage'
export { formatScope } from '../memory/scope'
export { LociError, type LociErrorCode } from './error'

export interface LociStorageOptions {
  loci: Loci
  /** Where threads without a scope of their own are; without it, in the scope that the key is bound to. */
  scope?: ScopeName | undefined
  /** The tenant of scopes that name a subject only (`subject:<s>`). */
  tenant?: string | undefined
  /** Where runs and streams are kept, which Loci does not; in this process when absent. */
  rest?: BetterAgentStorage | undefined
}

/**
 * Threads and messages in Loci: for `createMemory({ storage })`, where each scope is one of Loci's, and for
 * `betterAgent({ storage })`, where all threads are in `scope`.
 */
export function lociStorage({ loci, scope, tenant, rest }: LociStorageOptions): BetterAgentStorage & ThreadStorage {
  const threads = new LociThreads((name) => loci.for(name === undefined ? scope : scopeNameOf(name, tenant)))
  const records = new LociRecords(threads, rest ?? createInMemoryStorage({ maxRecords: 10_000 }))
  return Object.assign(records, { [openThreads]: () => threads })
}

/** A text of Better Agent's as a scope of Loci's. */
function scopeNameOf(name: string, tenant: string | undefined): ScopeName {
  const subject = /^subject:(.*)$/s.exec(name)?.[1]
  return subject === undefined || tenant === undefined ? name : { tenant, subject }
}
