import { isSystem } from '../message'
import type { AgentMemory, MemoryAccess } from './agent-memory'
import type { AgentInputMessage, AgentMessage } from './agent-message'
import { withId } from './new-message'
import type { BetterAgentStorage } from './storage'

/** What an app sets for all of its agents. */
export interface MemoryApp {
  memory?: AgentMemory | undefined
  storage?: BetterAgentStorage | undefined
}

export interface MemoryAgent {
  name: string
  /** Instead of the app's; false: none at all. */
  memory?: AgentMemory | false | undefined
}

/** The memory that holds for an agent: its own, else the app's, over its own storage, else the app's. */
export function memoryOf(app: MemoryApp, agent: MemoryAgent): AgentMemory | undefined {
  if (agent.memory === false) return undefined
  return (agent.memory ?? app.memory)?.over(app.storage)
}

export interface RunWithMemory {
  /** None: the run has no history, and nothing is stored. */
  memory: MemoryAccess | undefined
  /** Without a thread nothing is remembered. */
  threadId?: string | undefined
  agentName: string
  runId?: string | undefined
  /** What is new; whoever sends the whole conversation along may, messages are known by their ids. */
  messages: readonly AgentInputMessage[]
}

/**
 * One run: its history in front of its input, and afterwards what is new in the thread, once. The input is stored before
 * the run, so that it is not lost with a run that fails.
 *
 * `run` is given history and input, and answers with its new messages or with the whole state; instructions in it are not
 * stored (M1).
 */
export async function runWithMemory(
  { memory, threadId, agentName, runId, messages }: RunWithMemory,
  run: (messages: AgentMessage[]) => Promise<readonly AgentInputMessage[]>,
): Promise<AgentMessage[]> {
  const input = messages.map(withId)
  const thread = memory && threadId !== undefined ? { memory, threadId, agentName, runId } : undefined
  const history = thread ? await thread.memory.history(thread) : []
  const known = new Set(history.map(({ id }) => id))
  const isKnownInput = thread ? await storeNew(thread, input) : () => false
  const prompt = [...history, ...input.filter((message) => !known.has(message.id) && !isKnownInput(message))]
  const given = new Set([...prompt, ...input].map(({ id }) => id))
  const answered = (await run(prompt)).filter((message) => message.id === undefined || !given.has(message.id))
  const fresh = answered.filter((message) => !isSystem(message)).map(withId)
  if (thread) await thread.memory.messages.append({ ...thread, messages: fresh })
  return fresh
}

/** Stores the input; says which of it was in the thread before, further back than the history reaches. */
async function storeNew(
  { memory, ...place }: { memory: MemoryAccess; threadId: string; agentName: string; runId: string | undefined },
  input: readonly AgentMessage[],
): Promise<(message: AgentMessage) => boolean> {
  const spoken = input.filter((message) => !isSystem(message))
  const stored = new Set((await memory.messages.append({ ...place, messages: spoken })).map(({ id }) => id))
  return (message) => !isSystem(message) && !stored.has(message.id)
}
