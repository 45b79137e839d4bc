'use client'

import { Button } from '../ui/button'
import { formatCount } from '../ui/number-format'
import { budgetFor, contextWords } from './context-words'
import { LimitField } from './limit-field'

export interface ContextSizeProps {
  /** Tokens that the agent's model takes in all; null while nobody has said. Never part of the window. */
  contextSize: number | null
  onContextSize: (size: number | null) => void
  maxTokens: number | null
  reservedTokens: number
  onMaxTokens: (tokens: number) => void
}

/** What the budget is of the model's context, with the advice to keep history to 50-70 % of it. */
export function ContextSize(props: ContextSizeProps) {
  const { contextSize, onContextSize, maxTokens, reservedTokens, onMaxTokens } = props
  const isSize = contextSize !== null && Number.isFinite(contextSize) && contextSize > 0
  const share = (tokens: number) => (isSize ? `${Math.min(100, Math.max(0, (tokens / contextSize) * 100))}%` : '0%')
  return (
    <div className="grid gap-2">
      <LimitField
        label="The model’s context"
        value={contextSize}
        onChange={onContextSize}
        unit="tokens"
        whenEmpty="not said"
        scale={{ min: 4_000, max: 1_000_000 }}
        description="For the advice below only: it stands in this page’s address, not in the window."
        error={contextSize !== null && !isSize ? 'A number of tokens, or empty.' : undefined}
      />
      {isSize ? (
        <>
          {maxTokens === null ? null : (
            // Said in words below it.
            <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-sunk forced-colors:border">
              <div className="bg-in" style={{ width: share(maxTokens - reservedTokens) }} />
              <div className="bg-line-strong" style={{ width: share(Math.min(reservedTokens, maxTokens)) }} />
            </div>
          )}
          <p className="text-12 text-ink-2">{contextWords({ contextSize, maxTokens, reservedTokens })}</p>
          <div className="flex flex-wrap gap-1.5">
            {[50, 60, 70].map((percent) => (
              <Button key={percent} size="small" onClick={() => onMaxTokens(budgetFor(contextSize, percent))}>
                Budget {percent} %: {formatCount(budgetFor(contextSize, percent))}
              </Button>
            ))}
          </div>
        </>
      ) : null}
    </div>
  )
}
