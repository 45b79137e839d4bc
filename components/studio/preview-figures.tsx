import type { Window } from '@/memory/window-config'
import { MemoryBar } from '../memory-bar/memory-bar'
import { classNames } from '../ui/class-names'
import { formatCount, formatQuantity } from '../ui/number-format'
import { type PreviewSource, segmentsOf, type WindowOnThread } from './preview-decision'

export interface PreviewFiguresProps {
  source: PreviewSource
  saved: WindowOnThread
  drafted: WindowOnThread
  savedLabel: string
  isDraft: boolean
}

/** The saved window and the draft over the same thread: a bar and figures for each, against the budget. */
export function PreviewFigures({ source, saved, drafted, savedLabel, isDraft }: PreviewFiguresProps) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)_auto] gap-y-1.5 text-12">
      <Line label={`now, ${savedLabel}`} on={saved} source={source} />
      {isDraft ? <Line label="draft" on={drafted} source={source} isStrong /> : null}
    </dl>
  )
}

interface LineProps {
  label: string
  on: WindowOnThread
  source: PreviewSource
  isStrong?: boolean
}

function Line({ label, on, source: { thread, rows }, isStrong }: LineProps) {
  const { messages, tokens, overBudget } = on.decision
  const budget = budgetOf(on.window)
  return (
    <>
      <dt className={isStrong ? 'font-medium text-in' : 'text-ink-2'}>{label}</dt>
      <dd className="min-w-0">
        <MemoryBar
          segments={segmentsOf(on, rows)}
          total={thread.tokenCount}
          seenMessages={messages}
          totalMessages={thread.messageCount}
          seenTokens={tokens}
        />
      </dd>
      <dd
        className={classNames('text-end tabular-nums max-sm:col-span-2', isStrong ? 'font-medium text-in' : undefined)}
      >
        {formatQuantity(messages, 'message')},{' '}
        {budget === null
          ? formatQuantity(tokens, 'token')
          : `${formatCount(tokens)} of ${formatQuantity(budget, 'token')}`}
        {overBudget ? <span className="ms-1 text-bad">over budget</span> : null}
      </dd>
    </>
  )
}

/** Tokens that a window may fill, its reserve taken off; null without a ceiling. */
function budgetOf(window: Window): number | null {
  if (window.strategy === 'off' || window.maxTokens === undefined) return null
  return Math.max(0, window.maxTokens - (window.reservedTokens ?? 0))
}
