import type { z } from 'zod'
import type { WindowOfThreadOutput } from '@/server/schemas/messages'

export type WindowOfThread = z.infer<typeof WindowOfThreadOutput>

/** What the rail and the line where the window begins need of the whole window. */
export interface WindowTotals {
  readonly messages: number
  readonly totalMessages: number
  readonly tokens: number
  /** Absent where the window has no budget of tokens. */
  readonly maxTokens: number | undefined
  /** Seqs inside, inclusive. */
  readonly ranges: readonly (readonly [number, number])[]
}

export function windowTotals({ window, settings }: WindowOfThread): WindowTotals {
  const { messages, totalMessages, tokens, ranges } = window
  return { messages, totalMessages, tokens, maxTokens: budgetOf(settings), ranges }
}

/** Tokens a window may hold, what is reserved taken off; undefined without a limit. */
export function budgetOf(settings: WindowOfThread['settings']): number | undefined {
  if (settings.strategy === 'off' || settings.maxTokens === undefined) return undefined
  return Math.max(0, settings.maxTokens - (settings.reservedTokens ?? 0))
}
