import type { Window } from '@/memory/window-config'
import type { WindowSource } from '@/server/schemas/memory'
import { formatCount, formatQuantity } from '../ui/number-format'

/** A window's name in plain words; the API's name is `window.strategy`. */
export function strategyName(strategy: Window['strategy']): string {
  return {
    off: 'off',
    buffer: 'last messages',
    'sliding-window': 'sliding window',
    summarizing: 'summary and recent messages',
    vector: 'recall',
    composite: 'composite',
  }[strategy]
}

/** `sliding window, 4,000 tokens, 30 turns`; `last messages, no limit`; `off: the agent sees nothing`. */
export function describeSettings(window: Window): string {
  if (window.strategy === 'off') return 'off: the agent sees nothing'
  const limits = ownLimits(window)
  if (window.maxTokens !== undefined) limits.push(formatQuantity(window.maxTokens, 'token'))
  if (window.strategy === 'buffer' && window.maxMessages !== undefined) {
    limits.push(formatQuantity(window.maxMessages, 'message'))
  }
  if (window.strategy === 'sliding-window' && window.maxTurns !== undefined) {
    limits.push(formatQuantity(window.maxTurns, 'turn'))
  }
  if (limits.length === 0) limits.push('no limit')
  if (window.reservedTokens) limits.push(`${formatCount(window.reservedTokens)} reserved`)
  if (window.keepFirst) limits.push(`the first ${formatCount(window.keepFirst)} kept`)
  if (window.startOn === 'user') limits.push('starts with the user')
  if (window.step !== undefined) limits.push(`moves by ${Math.round(window.step * 100)} %`)
  return `${strategyName(window.strategy)}, ${limits.join(', ')}`
}

/** What only one kind of window has. */
function ownLimits(window: Window): string[] {
  switch (window.strategy) {
    case 'summarizing':
      return [
        `the newest ${formatQuantity(window.recentMessages, 'message')}`,
        `a summary every ${formatCount(window.summarizeEvery)}`,
      ]
    case 'vector': {
      const recalled = `up to ${formatCount(window.topK)} recalled in the ${window.reach}`
      return window.recentMessages
        ? [recalled, `the newest ${formatQuantity(window.recentMessages, 'message')}`]
        : [recalled]
    }
    case 'composite':
      return [`${window.mergeStrategy} of ${window.providers.map((part) => strategyName(part.strategy)).join(' and ')}`]
    default:
      return []
  }
}

/** Where a setting comes from and at which version: `agent support, v7`, `app default, v2`, `built-in default`. */
export function describeSource(options: { source: WindowSource; version: number; agentName: string | null }): string {
  const { source, version, agentName } = options
  const from = {
    default: 'built-in default',
    app: 'app default',
    agent: agentName ? `agent ${agentName}` : 'its agent',
    thread: 'this thread',
    call: 'the call itself',
  }[source]
  return source === 'default' ? from : `${from}, v${version}`
}
