import { formatCount } from '../ui/number-format'
import type { WrittenWindow } from './window-value'

/** What `step` does to a provider's prompt cache, worked out from the window's own limits (W7). */
export function stepWords(window: WrittenWindow): string {
  const { step } = window
  if (typeof step !== 'number' || !Number.isFinite(step) || step <= 0) {
    return 'Once the window is full its beginning moves with nearly every read, and no cached prefix of the history holds.'
  }
  const moves: string[] = []
  const readsHeld: number[] = []
  const every = (limit: unknown, unit: string, reads: boolean) => {
    if (typeof limit !== 'number' || !Number.isFinite(limit) || limit <= 0) return
    const size = Math.max(1, Math.floor(limit * step))
    moves.push(`once every ${reads ? counted(size, unit) : `${formatCount(size)} ${unit}s`}`)
    if (reads) readsHeld.push(size)
  }
  every(window.maxMessages ?? window.lastMessages, 'message', true)
  every(window.maxTurns, 'turn', true)
  const { maxTokens, reservedTokens } = window
  const reserve = typeof reservedTokens === 'number' ? reservedTokens : 0
  every(typeof maxTokens === 'number' ? maxTokens - reserve : undefined, 'token', false)
  if (moves.length === 0) return 'Without a limit nothing overflows, and the beginning never moves.'
  const size = Math.min(...readsHeld)
  const held =
    readsHeld.length === 0 || size === 1
      ? ''
      : `: in ${formatCount(size - 1)} of ${formatCount(size)} reads the model’s cached prefix holds`
  const which = moves.length > 1 ? ', whichever comes first' : ''
  const price = `Right after a move ${Math.round((1 - step) * 100)} % of the limit is left.`
  return `The beginning moves ${moves.join(' or ')}${which}${held}. ${price}`
}

function counted(size: number, unit: string): string {
  return size === 1 ? unit : `${formatCount(size)} ${unit}s`
}
