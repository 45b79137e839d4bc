import type { ModelMessage } from '../../../memory/message'
import type { Scope } from '../../../memory/scope'

/** A conversation that we wrote, so that a newcomer sees the product alive. One run is what one write hands over. */
export interface Sample {
  threadId: string
  scope: Scope
  agentName: string
  title?: string
  tags: Record<string, string>
  /** Minutes before now at which the last run ended. */
  endedMinutesAgo: number
  /** Minutes between two runs. */
  pace: number
  runs: ModelMessage[][]
  model: string
}

export interface SampleFork {
  threadId: string
  fromThreadId: string
  scope: Scope
  agentName: string
  title: string
  tags: Record<string, string>
  /** Runs of the source that the fork keeps. */
  keepRuns: number
  endedMinutesAgo: number
  pace: number
  runs: ModelMessage[][]
}

export const user = (content: string): ModelMessage => ({ role: 'user', content })
export const says = (content: string, reasoning?: string): ModelMessage =>
  reasoning === undefined ? { role: 'assistant', content } : { role: 'assistant', content, reasoning }

/** One call of a tool and what came back; an Error stands for a tool that failed, undefined for one that never answered. */
export interface Call {
  name: string
  args: Record<string, unknown>
  result: unknown
}

/** An assistant message with its calls, parallel where there are several, followed by their results. */
export function calls(first: string, content: string, ...list: Call[]): ModelMessage[] {
  const made = list.map((call, index) => ({ id: `${first}-${index + 1}`, name: call.name, arguments: call.args }))
  const results = list.flatMap((call, index): ModelMessage[] =>
    call.result === undefined
      ? []
      : [
          {
            role: 'tool',
            toolCallId: `${first}-${index + 1}`,
            content:
              call.result instanceof Error
                ? JSON.stringify({ error: call.result.message })
                : JSON.stringify(call.result),
          },
        ],
  )
  return [{ role: 'assistant', content, toolCalls: made }, ...results]
}
