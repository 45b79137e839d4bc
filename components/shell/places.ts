import {
  Bot,
  Braces,
  ChartColumn,
  ClipboardCheck,
  DatabaseZap,
  Inbox,
  KeyRound,
  Layers,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  ScrollText,
  Trash2,
  UserCog,
  Users,
} from 'lucide-react'
import type { Permission } from '@/server/schemas/setup'

export type PlaceName =
  | 'overview'
  | 'inbox'
  | 'review'
  | 'threads'
  | 'scopes'
  | 'agents'
  | 'team'
  | 'jobs'
  | 'trash'
  | 'data'
  | 'keys'
  | 'members'
  | 'audit'
  | 'api'

export interface Place {
  name: PlaceName
  label: string
  href: string
  Icon: LucideIcon
  /** Pressed after `g`. */
  key: string
  /** Whoever lacks it is not led there. */
  permission?: Permission
  group: 'work' | 'manage'
}

/** Where one can be, in the order of the rail. */
const places: readonly Place[] = [
  { name: 'overview', label: 'Overview', href: '/overview', Icon: ChartColumn, key: 'o', group: 'work' },
  { name: 'inbox', label: 'Inbox', href: '/inbox', Icon: Inbox, key: 'i', group: 'work' },
  { name: 'review', label: 'Review', href: '/review', Icon: ClipboardCheck, key: 'r', group: 'work' },
  { name: 'threads', label: 'Threads', href: '/threads', Icon: MessageSquare, key: 't', group: 'work' },
  { name: 'scopes', label: 'Scopes', href: '/scopes', Icon: Layers, key: 's', group: 'work' },
  { name: 'agents', label: 'Agents', href: '/agents', Icon: Bot, key: 'a', group: 'work' },
  { name: 'team', label: 'Team', href: '/team', Icon: Users, key: 'm', group: 'manage' },
  { name: 'jobs', label: 'Jobs', href: '/jobs', Icon: ListChecks, key: 'j', group: 'manage' },
  { name: 'trash', label: 'Trash', href: '/trash', Icon: Trash2, key: 'x', group: 'manage' },
  {
    name: 'data',
    label: 'Data',
    href: '/data',
    Icon: DatabaseZap,
    key: 'h',
    permission: 'manage',
    group: 'manage',
  },
  { name: 'keys', label: 'Keys', href: '/keys', Icon: KeyRound, key: 'k', permission: 'configure', group: 'manage' },
  {
    name: 'members',
    label: 'Members',
    href: '/members',
    Icon: UserCog,
    key: 'u',
    permission: 'manage',
    group: 'manage',
  },
  {
    name: 'audit',
    label: 'Audit log',
    href: '/audit',
    Icon: ScrollText,
    key: 'l',
    permission: 'audit',
    group: 'manage',
  },
  { name: 'api', label: 'API', href: '/docs/api', Icon: Braces, key: 'd', group: 'manage' },
]

/** Those that a person may open; all of them until it is known what that person may do. */
export function placesFor(permissions: readonly Permission[] | undefined): readonly Place[] {
  return places.filter(({ permission }) => !permissions || !permission || permissions.includes(permission))
}

/** How many there are of each, shown in the rail; `cap` where counting stopped. */
export type PlaceCounts = Partial<Record<PlaceName, number>>

/** Whether a path is at a place or below it. */
export function isAt(pathname: string, place: Place): boolean {
  return pathname === place.href || pathname.startsWith(`${place.href}/`)
}
