import { formatCount } from '../ui/number-format'

/** The token budget that is so many percent of a model's context, rounded down to whole hundreds where there are some. */
export function budgetFor(contextSize: number, percent: number): number {
  const tokens = Math.floor((contextSize * percent) / 100)
  return tokens < 1_000 ? tokens : Math.floor(tokens / 100) * 100
}

/** How the budget stands to the context: history, reserve and what is left, and the advice of 50-70 %. */
export function contextWords(options: {
  contextSize: number
  maxTokens: number | null
  reservedTokens: number
}): string {
  const { contextSize, maxTokens, reservedTokens } = options
  if (maxTokens === null) return 'Without a token budget a long thread outgrows the model. Keep history to 50–70 %.'
  const percent = Math.round((maxTokens / contextSize) * 100)
  const history = Math.max(0, maxTokens - reservedTokens)
  const reserve =
    reservedTokens > 0 ? ` (${formatCount(history)} for history, ${formatCount(maxTokens - history)} reserved)` : ''
  const advice =
    maxTokens > contextSize
      ? 'More than the model takes.'
      : percent > 70
        ? 'Above the advised 50–70 %: little is left for instructions, tools and the answer.'
        : percent < 50
          ? 'Below the advised 50–70 %: there is room for more history.'
          : 'Within the advised 50–70 %.'
  return `The budget is ${percent} % of the context${reserve}. ${advice}`
}
