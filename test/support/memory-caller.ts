import { randomUUID } from 'node:crypto'
import { memoryRouter } from '../../server/api/memory-router'
import { messagesRouter } from '../../server/api/messages-router'
import { createCallerFactory, router } from '../../server/api/procedure'
import { threadsRouter } from '../../server/api/threads-router'
import type { Principal } from '../../server/auth/principal'
import { writeJson } from '../../server/json-text'
import type { ServiceContext } from '../../server/services/context'
import { callContext, keyOf } from './call-context'
import type { TestDatabase } from './database'

const createCaller = createCallerFactory(
  router({ memory: memoryRouter, messages: messagesRouter, threads: threadsRouter }),
)

export type Loci = ReturnType<typeof createCaller>

/** A process of its own on a test's database: its own settings cache, the same secret. */
export function processOn(database: TestDatabase): ServiceContext {
  return callContext(database, keyOf({ kind: 'all' }))
}

/** Calls procedures in this process; `messageTexts` stands for the slices of a request's body. */
export function callerOn(
  context: ServiceContext,
  options: { principal?: Principal; messageTexts?: readonly string[] } = {},
): Loci {
  return createCaller({ ...context, ...options })
}

/** Calls a write with these very texts as its messages. */
export function writerOf(context: ServiceContext, texts: readonly string[]) {
  const loci = callerOn(context, { messageTexts: texts })
  const messages = texts.map((text) => JSON.parse(text))
  return (input: Omit<Parameters<Loci['memory']['write']>[0], 'messages'>) => loci.memory.write({ ...input, messages })
}

/** An answer as a client sees it: through the text that goes out. */
export function onTheWire<T>(answer: T): T {
  return JSON.parse(writeJson(answer)) as T
}

/** The texts of a list of messages that is passed through. */
export function textsOf(messages: readonly unknown[]): string[] {
  return messages.map((message) => writeJson(message))
}

/** A scope that no other test uses. */
export function freshScope() {
  return { tenant: `t-${randomUUID()}`, subject: 'u1' }
}

/** One session of a scope of its own, spoken to as an agent does. */
export function freshSession(context: ServiceContext) {
  const loci = callerOn(context)
  const session = { sessionId: 's', scope: freshScope() }
  return {
    session,
    read: async (more: Omit<Parameters<Loci['memory']['read']>[0], 'sessionId'> = {}) =>
      onTheWire(await loci.memory.read({ ...session, ...more })),
    write: (
      messages: Parameters<Loci['memory']['write']>[0]['messages'],
      more: Omit<Parameters<Loci['memory']['write']>[0], 'messages'> = {},
    ) => loci.memory.write({ ...session, messages, ...more }),
  }
}

export const user = (content: string, more: Record<string, unknown> = {}) => ({
  role: 'user' as const,
  content,
  ...more,
})
export const assistant = (content: string, more: Record<string, unknown> = {}) => ({
  role: 'assistant' as const,
  content,
  ...more,
})
export const calls = (...ids: string[]) => ({
  role: 'assistant' as const,
  content: null,
  toolCalls: ids.map((id) => ({ id, name: 'look', arguments: { id } })),
})
export const result = (toolCallId: string, content = `result of ${toolCallId}`) => ({
  role: 'tool' as const,
  toolCallId,
  content,
})
