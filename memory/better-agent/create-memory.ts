import { formatScope } from '../scope'
import type { AgentMemory, AuthContext, CreateMemoryOptions, MemoryAccess, ResolvedScope } from './agent-memory'
import { createMemoryAccess, type MemoryParts } from './memory-access'
import { MemoryError } from './memory-error'
import { defaultGenerateId } from './message-records'
import { RecordStore } from './record-store'
import type { BetterAgentStorage } from './storage'
import { knowsThreads, openThreads, type ThreadStore } from './thread-store'

/**
 * Memory over any storage: threads, their messages, and of each thread the history that an agent is given.
 *
 * @throws INVALID_INPUT when `lastMessages` is no positive integer.
 */
export function createMemory(options: CreateMemoryOptions = {}): AgentMemory {
  const { lastMessages, scope, storage } = options
  assertLastMessages(lastMessages)
  const generateId = options.generateId ?? defaultGenerateId
  const store = storage === undefined ? undefined : storeOf(storage, options)
  const parts: MemoryParts = { store: () => store ?? unbound(), generateId, lastMessages }
  const open = createMemoryAccess({ ...parts, place: { kind: 'own' } })
  const within = (name: string): MemoryAccess => createMemoryAccess({ ...parts, place: { kind: 'scope', scope: name } })
  return {
    ...(scope === undefined ? open : createMemoryAccess({ ...parts, place: { kind: 'denied' } })),
    ...(lastMessages === undefined ? {} : { lastMessages }),
    ...(scope === undefined ? {} : { scope }),
    generateId,
    async for({ auth, agentName = '', request }) {
      const resolved = scope === undefined ? defaultScope(auth) : await scope({ auth, agentName, request })
      return within(scopeText(resolved))
    },
    within: (name) => within(scopeText(name)),
    over: (other) => (storage === undefined ? createMemory({ ...options, storage: other }) : createMemory(options)),
  }
}

function assertLastMessages(value: unknown): void {
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value > 0)) return
  const given =
    typeof value === 'number' || typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? typeof value)
  throw new MemoryError('INVALID_INPUT', `lastMessages must be a positive integer; it is ${given}.`)
}

function storeOf(storage: BetterAgentStorage, options: CreateMemoryOptions): ThreadStore {
  const generateId = options.generateId ?? defaultGenerateId
  return knowsThreads(storage) ? storage[openThreads]({ generateId }) : new RecordStore(storage, generateId)
}

function unbound(): never {
  throw new MemoryError(
    'INVALID_INPUT',
    'This memory has no storage: give createMemory one, or take the memory of an agent whose app has one.',
  )
}

/** Whoever is signed in reaches what is theirs. */
function defaultScope(auth: AuthContext | null): ResolvedScope {
  if (auth === null) return null
  return auth.tenant ? { tenant: auth.tenant, subject: auth.subject } : `subject:${auth.subject}`
}

/** S2: nothing, blank text and `*` are no scope. */
function scopeText(scope: ResolvedScope): string {
  const text = typeof scope === 'object' && scope !== null ? textOf(scope) : (scope ?? '')
  const isScope = typeof text === 'string' && text.trim() !== '' && text.trim() !== '*'
  if (!isScope) throw new MemoryError('FORBIDDEN', 'No scope could be resolved, and without one there is no access.')
  return text
}

function textOf({ tenant, subject = '' }: { tenant: string; subject?: string | undefined }): string {
  const isNamed = typeof tenant === 'string' && tenant.trim() !== '' && tenant !== '*' && subject !== '*'
  return isNamed ? formatScope({ tenant, subject }) : ''
}
