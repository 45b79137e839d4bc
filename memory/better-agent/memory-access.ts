import type { ListMessagesOptions, MemoryAccess, MemoryIdGenerator, MemoryThread } from './agent-memory'
import { type AgentInputMessage, type AgentMessage, type MemoryMessage, withoutPlace } from './agent-message'
import { type HistoryQuestion, newestWhole } from './history'
import { MemoryError } from './memory-error'
import type { HistoryQuery, ThreadPlace, ThreadStore } from './thread-store'

export interface MemoryParts {
  readonly store: () => ThreadStore
  readonly generateId: MemoryIdGenerator
  readonly lastMessages: number | undefined
}

/** Where an access leads: the storage's own space, one scope of it, or nowhere. */
export type AccessPlace = { kind: 'own' } | { kind: 'scope'; scope: string } | { kind: 'denied' }

/** Threads and messages of one place. */
export function createMemoryAccess(parts: MemoryParts & { place: AccessPlace }): MemoryAccess {
  const { store, generateId, lastMessages, place } = parts
  const placeOf = (threadId: string): ThreadPlace => {
    if (typeof threadId !== 'string' || threadId.trim() === '') throw invalid('A thread needs an id that is not blank.')
    return { scope: scopeOf(place), threadId }
  }
  const access: MemoryAccess = {
    threads: {
      get: async (threadId) => store().get(placeOf(threadId)),
      list: async ({ agentName, scope, limit } = {}) => {
        const own = scopeOf(place)
        if (limit !== undefined) assertCount(limit)
        if (own !== undefined && scope !== undefined && scope !== own) return []
        return limit === 0 ? [] : store().list({ scope: own, named: scope, agentName, limit })
      },
      set: async (threadId, thread) => store().set(placeOf(threadId), checked(threadId, thread, scopeOf(place))),
      create: async ({ agentName, ...facts }) => {
        const now = Date.now()
        const id = generateId('thread', { agentName })
        const at = placeOf(id)
        if ((await store().get(at)) !== undefined)
          throw new MemoryError('CONFLICT', `There is a thread '${id}' already.`)
        const scope = at.scope === undefined ? {} : { scope: at.scope }
        const thread: MemoryThread = { ...facts, id, agentName, ...scope, createdAt: now, updatedAt: now }
        await store().set(at, thread)
        return thread
      },
      delete: async (threadId) => store().delete(placeOf(threadId)),
    },
    messages: {
      list: async ({ threadId, ...query }) => listMessages(store(), placeOf(threadId), query),
      append: async ({ threadId, runId, agentName, messages }) => {
        const at = placeOf(threadId)
        return messages.length === 0 ? [] : store().append(at, { runId, agentName, messages: messages.map(handedOn) })
      },
    },
    history: async ({ threadId, agentName, runId }) =>
      promptOf(store(), placeOf(threadId), { limit: lastMessages, agentName, runId }),
    fork: async (threadId, fromThreadId, transform) =>
      store().fork(placeOf(threadId), placeOf(fromThreadId), transform),
  }
  return access
}

/** A message that was listed elsewhere leaves its place there behind. */
function handedOn(message: AgentInputMessage): AgentInputMessage {
  const { threadId, createdAt } = message
  const isListed = typeof threadId === 'string' && typeof createdAt === 'number'
  if (!isListed) return message
  const { threadId: _threadId, runId: _runId, createdAt: _createdAt, ...rest } = message
  return { ...rest, role: message.role }
}

function scopeOf(place: AccessPlace): string | undefined {
  if (place.kind !== 'denied') return place.kind === 'scope' ? place.scope : undefined
  throw new MemoryError('FORBIDDEN', 'This memory has a scope: reach its threads by for({ auth }) or within(scope).')
}

function checked(threadId: string, thread: MemoryThread, scope: string | undefined): MemoryThread {
  if (thread.id !== threadId)
    throw invalid(`The thread's id is '${thread.id}', and it is to be stored as '${threadId}'.`)
  if (scope === undefined || thread.scope === undefined || thread.scope === scope) return thread
  throw new MemoryError('FORBIDDEN', 'The thread names another scope than the one that it is stored in.')
}

async function listMessages(
  store: ThreadStore,
  place: ThreadPlace,
  { limit, beforeRunId }: Omit<ListMessagesOptions, 'threadId'>,
): Promise<MemoryMessage[]> {
  if (limit === undefined) return (await store.newest(place, { count: Infinity, beforeRunId })).messages
  assertCount(limit)
  return limit === 0 ? [] : newest(store, place, { limit, beforeRunId, runId: undefined, as: 'list' })
}

async function promptOf(store: ThreadStore, place: ThreadPlace, query: HistoryQuery): Promise<AgentMessage[]> {
  if (store.history) return store.history(place, query)
  const limit = query.limit ?? Infinity
  const question = { limit, beforeRunId: undefined, runId: query.runId, as: 'prompt' } as const
  return (await newest(store, place, question)).map(withoutPlace)
}

/** Looks back as far as it takes to cut no exchange, and no further. */
async function newest(
  store: ThreadStore,
  place: ThreadPlace,
  query: Pick<HistoryQuestion, 'limit' | 'as' | 'runId'> & { beforeRunId: string | undefined },
): Promise<MemoryMessage[]> {
  for (let count = query.limit; ; count *= 2) {
    const { messages, isWhole } = await store.newest(place, { count, beforeRunId: query.beforeRunId })
    const found = newestWhole({ messages, isWhole, limit: query.limit, as: query.as, runId: query.runId })
    if (found !== undefined) return found
  }
}

function assertCount(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw invalid(`limit must be a whole number of at least 0; it is ${limit}.`)
}

function invalid(message: string): MemoryError {
  return new MemoryError('INVALID_INPUT', message)
}
