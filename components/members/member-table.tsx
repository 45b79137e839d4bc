'use client'

import { Ban, Ellipsis, KeyRound, Pencil, UserCheck } from 'lucide-react'
import type { MemberView } from '@/server/schemas/members'
import { Avatar } from '../ui/avatar'
import { classNames } from '../ui/class-names'
import { IconButton } from '../ui/icon-button'
import { Menu, MenuItem } from '../ui/menu'
import { Time } from '../ui/time'
import { roleWords, tenantWords } from './member-words'

export interface MemberActions {
  onEdit: (member: MemberView) => void
  onReset: (member: MemberView) => void
  onDisable: (member: MemberView) => void
  onEnable: (member: MemberView) => void
}

export interface MemberTableProps extends MemberActions {
  members: readonly MemberView[]
  /** Who looks at it. */
  ownId: string | undefined
}

/** Everybody at the desk: what they may do, whose conversations they see, when they were here. Under 640 px each is a card. */
export function MemberTable({ members, ownId, ...actions }: MemberTableProps) {
  return (
    <table className="w-full border-collapse max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b text-11 text-ink-3 *:px-2.5 *:py-1.5 *:text-start *:font-medium *:first:ps-4 *:last:pe-4">
          <th scope="col">Member</th>
          <th scope="col">Role</th>
          <th scope="col" className="max-md:hidden">
            Sees
          </th>
          <th scope="col" className="text-end!">
            Last seen
          </th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {members.map((member) => (
          <MemberRow key={member.id} member={member} isOneself={member.id === ownId} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

function MemberRow({ member, isOneself, ...actions }: { member: MemberView; isOneself: boolean } & MemberActions) {
  const { name, email, role, tenants, disabledAt, lastSeenAt } = member
  const isDisabled = disabledAt !== null
  return (
    <tr
      className={classNames(
        'border-line border-b hover:bg-hover max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:px-4 max-sm:py-2 sm:h-12 sm:*:px-2.5 sm:*:first:ps-4 sm:*:last:pe-4',
        isDisabled && 'text-ink-3',
      )}
    >
      <td className="min-w-0 sm:w-2/5 sm:max-w-0">
        <span className="flex items-center gap-2.5">
          <Avatar name={name} />
          <span className="min-w-0">
            <span className="block truncate font-medium">
              {name}
              {isOneself ? <span className="font-normal text-ink-3"> you</span> : null}
            </span>
            <span className="block truncate text-12 text-ink-3">{email}</span>
          </span>
        </span>
      </td>
      <td className="min-w-0 max-sm:order-3 max-sm:ps-8 max-sm:text-12 sm:max-w-60">
        <span className="block truncate">{roleWords[role].label}</span>
        <span className="block truncate text-12 text-ink-3 max-lg:hidden">{roleWords[role].description}</span>
      </td>
      <td className="min-w-0 max-md:hidden sm:max-w-44">
        <span className={classNames('block truncate', tenants && 'font-mono text-12')} title={tenantWords(tenants)}>
          {tenantWords(tenants)}
        </span>
      </td>
      <td className="text-end whitespace-nowrap max-sm:order-4 max-sm:text-12">
        {isDisabled ? (
          <>
            disabled <Time value={disabledAt} />
          </>
        ) : lastSeenAt ? (
          <Time value={lastSeenAt} />
        ) : (
          <span className="text-ink-3">not signed in</span>
        )}
      </td>
      <td className="text-end">
        <Menu
          align="end"
          trigger={<IconButton isPlain label={`Actions for ${name}`} icon={<Ellipsis aria-hidden="true" />} />}
        >
          <MenuItem icon={<Pencil aria-hidden="true" strokeWidth={1.5} />} onSelect={() => actions.onEdit(member)}>
            Role and tenants
          </MenuItem>
          {isDisabled ? (
            <MenuItem
              icon={<UserCheck aria-hidden="true" strokeWidth={1.5} />}
              onSelect={() => actions.onEnable(member)}
            >
              Enable
            </MenuItem>
          ) : (
            <>
              <MenuItem
                icon={<KeyRound aria-hidden="true" strokeWidth={1.5} />}
                onSelect={() => actions.onReset(member)}
              >
                Link for a new password
              </MenuItem>
              <MenuItem
                isDanger
                icon={<Ban aria-hidden="true" strokeWidth={1.5} />}
                onSelect={() => actions.onDisable(member)}
              >
                Disable
              </MenuItem>
            </>
          )}
        </Menu>
      </td>
    </tr>
  )
}
