import type { Window } from '@/memory/window-config'
import { describeReason } from '@/memory/window-reason'
import type { MemoryKind } from '../memory-bar/memory-segments'
import type { SeenItem } from './window-edge-place'

/** Who speaks. An assistant is called by its agent's name. */
export function speakerOf(role: string, agentName: string | null): string {
  switch (role) {
    case 'user':
      return 'User'
    case 'assistant':
      return agentName ?? 'Assistant'
    case 'tool':
      return 'Tool result'
    default:
      return role.charAt(0).toUpperCase() + role.slice(1)
  }
}

/** The rail beside a message. Before its reason is known, the ranges of the window say in or out. */
export function railKind(
  seq: number,
  seen: SeenItem | undefined,
  ranges: readonly (readonly [number, number])[],
): MemoryKind {
  if (seen) return seen.reason === 'pinned' ? 'pin' : seen.isIn ? 'in' : 'out'
  return ranges.some(([from, to]) => seq >= from && seq <= to) ? 'in' : 'out'
}

/** What stands beside a message: why it is out, or why it is in although it is not simply within the limits. */
export function reasonWords(seen: SeenItem | undefined, settings: Window | null): string | null {
  if (!seen || seen.reason === 'in') return null
  return describeReason(seen.reason, settings === null || settings.strategy === 'off' ? {} : settings)
}
