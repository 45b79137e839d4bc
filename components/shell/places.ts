import { Bot, KeyRound, Layers, type LucideIcon, MessageSquare, Trash2 } from 'lucide-react'

export type PlaceName = 'threads' | 'scopes' | 'agents' | 'trash' | 'keys'

export interface Place {
  name: PlaceName
  label: string
  href: string
  Icon: LucideIcon
  /** Pressed after `g`. */
  key: string
  group: 'work' | 'manage'
}

/** Where one can be, in the order of the rail. */
export const places: readonly Place[] = [
  { name: 'threads', label: 'Threads', href: '/threads', Icon: MessageSquare, key: 't', group: 'work' },
  { name: 'scopes', label: 'Scopes', href: '/scopes', Icon: Layers, key: 's', group: 'work' },
  { name: 'agents', label: 'Agents', href: '/agents', Icon: Bot, key: 'a', group: 'work' },
  { name: 'trash', label: 'Trash', href: '/trash', Icon: Trash2, key: 'x', group: 'manage' },
  { name: 'keys', label: 'Keys', href: '/keys', Icon: KeyRound, key: 'k', group: 'manage' },
]

/** How many there are of each, shown in the rail; `cap` where counting stopped. */
export type PlaceCounts = Partial<Record<PlaceName, number>>

/** Whether a path is at a place or below it. */
export function isAt(pathname: string, place: Place): boolean {
  return pathname === place.href || pathname.startsWith(`${place.href}/`)
}
