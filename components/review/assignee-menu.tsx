'use client'

import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu'

export interface AssigneeMenuProps {
  isBusy?: boolean
  disabled?: boolean
  /** Who it is now, where it is about one thread. */
  label?: string
  onAssign: (assignee: string | null) => void
}

/** Whose the chosen threads shall be. */
export function AssigneeMenu(props: AssigneeMenuProps) {
  const { isBusy = false, disabled = false, label = 'Assign', onAssign } = props
  const trpc = useTRPC()
  const people = useQuery(trpc.people.list.queryOptions(undefined, { staleTime: 60_000 }))
  return (
    <Menu
      trigger={
        <Button icon={<UserRound aria-hidden="true" strokeWidth={1.5} />} isBusy={isBusy} disabled={disabled}>
          <span className="max-w-32 truncate">{label}</span>
        </Button>
      }
    >
      {people.data?.items.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onAssign(id)}>
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onAssign(null)}>Nobody</MenuItem>
    </Menu>
  )
}
