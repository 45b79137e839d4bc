import type { MemoryProvider, ReadOptions, WriteOptions } from '../../memory/contract'
import type { ModelMessage } from '../../memory/message'

/** A provider whose messages may be of any type; cases write messages that every agent knows. */
export type AnyProvider = MemoryProvider<ModelMessage>

export const user = (content: string): ModelMessage => ({ role: 'user', content })
export const says = (content: string): ModelMessage => ({ role: 'assistant', content })
export const calls = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content: '',
  toolCalls: ids.map((id) => ({ id, name: 'look_up', arguments: { id } })),
})
export const result = (toolCallId: string, content: string): ModelMessage => ({ role: 'tool', content, toolCallId })

/** One thing that a provider must do; `run` gets a fresh one and throws when it does not. */
export interface SubjectCase {
  readonly name: string
  readonly run: (memory: AnyProvider) => Promise<void>
}

export const turn = (number: number) => [user(`question ${number}`), says(`answer ${number}`)]

/** One run of an agent: it reads, adds its messages, and hands over its whole state. */
export async function run(
  memory: AnyProvider,
  added: readonly ModelMessage[],
  options: WriteOptions & Pick<ReadOptions, 'limit'> = {},
): Promise<void> {
  const { limit, ...write } = options
  const history = await memory.read({ sessionId: write.sessionId, runId: write.runId, limit })
  await memory.write([...history, ...added], write)
}
