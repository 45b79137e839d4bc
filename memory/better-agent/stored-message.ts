import { canonicalJson, isJsonObject } from '../canonical-json'
import type { ModelMessage, ToolCall } from '../message'
import { isModelMessage, isToolCall, standInOf } from '../message-shape'
import { isOpenAiMessage } from '../openai'
import { fromOpenAi, toOpenAi } from '../openai-chat'
import { type AgentMessage, answeredCallOf, callIdsOf } from './agent-message'

/** What the storage of Loci keeps with a message, under `betterAgent`. */
export interface StoredFacts {
  runId?: string | undefined
  /** ms; where the writer decides it. */
  createdAt?: number | undefined
}

interface Facts extends StoredFacts {
  /** Its calls had their name and arguments in a `function`, or it was OpenAI's; else it was one of ours. */
  form?: 'nested' | 'openai'
  /** The message as it was handed in, where the stored form cannot say it. */
  message?: AgentMessage
}

/**
 * A message of Better Agent's in the form that Loci stores, windows and searches (M5). `agentMessageOf` gives back what
 * went in, whatever it holds: what has no place of its own is carried along.
 */
export function storedMessageOf(message: AgentMessage, { runId, createdAt }: StoredFacts): ModelMessage {
  const facts = { ...(runId === undefined ? {} : { runId }), ...(createdAt === undefined ? {} : { createdAt }) }
  const direct = directForm(message, facts)
  if (direct && isSame(agentMessageOf(direct).message, message)) return direct
  const calls = { ids: callIdsOf(message), answers: answeredCallOf(message) }
  return { ...standInOf(message, calls), id: message.id, betterAgent: { ...facts, message } }
}

/** The message as it was handed in; one that was written by another door comes in AG-UI's form. */
export function agentMessageOf(stored: ModelMessage): { message: AgentMessage; facts: StoredFacts } {
  const { betterAgent, ...rest } = stored
  // What stands there was made by `storedMessageOf`; anything else is a message's own field.
  const facts: Facts | undefined = isJsonObject(betterAgent) ? betterAgent : undefined
  if (facts?.message) return { message: facts.message, facts }
  const own = facts === undefined && betterAgent !== undefined ? { betterAgent } : {}
  const message = { ...rest, ...own, id: rest.id ?? '' }
  if (facts?.form === 'openai') return { message: { ...toOpenAi(rest), id: rest.id ?? '' }, facts }
  if (!Array.isArray(rest.toolCalls)) return { message, facts: facts ?? {} }
  const isNested = facts === undefined || facts.form === 'nested'
  return { message: isNested ? { ...message, toolCalls: rest.toolCalls.map(nest) } : message, facts: facts ?? {} }
}

/** Undefined where the message is not one that Loci takes as it is. */
function directForm(message: AgentMessage, facts: StoredFacts): ModelMessage | undefined {
  if ('betterAgent' in message) return undefined
  const isOpenAi: boolean = isOpenAiMessage(message)
  if (isOpenAi) return { ...fromOpenAi(message), betterAgent: { ...facts, form: 'openai' } }
  const own: unknown = { ...message, betterAgent: facts }
  if (isModelMessage(own)) return own
  const { toolCalls } = message
  const calls = Array.isArray(toolCalls) ? toolCalls.map(unnest) : [undefined]
  const flat: unknown = { ...message, toolCalls: calls, betterAgent: { ...facts, form: 'nested' } }
  return isModelMessage(flat) ? flat : undefined
}

/** `{ id, type, function: { name, arguments } }` as `{ id, type, name, arguments }`. */
function unnest(call: unknown): ToolCall | undefined {
  if (!isJsonObject(call) || !isJsonObject(call.function) || 'name' in call || 'arguments' in call) return undefined
  const { function: inner, ...rest } = call
  if (Object.keys(inner).some((field) => field !== 'name' && field !== 'arguments')) return undefined
  const flat = { ...rest, ...inner }
  return isToolCall(flat) ? flat : undefined
}

function nest(call: Record<string, unknown>): Record<string, unknown> {
  const { name, arguments: given, ...rest } = call
  return { ...rest, function: { name, arguments: given } }
}

function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(left) === canonicalJson(right)
}
