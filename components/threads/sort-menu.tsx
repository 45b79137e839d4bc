'use client'

import { ArrowDownUp } from 'lucide-react'
import type { ThreadSort } from '@/server/schemas/threads'
import { usePermissions } from '../data/use-permissions'
import { Button } from '../ui/button'
import { Menu, MenuChoice, MenuSeparator } from '../ui/menu'

const keys = [
  { value: 'lastMessageAt', label: 'Last activity' },
  { value: 'createdAt', label: 'Created' },
  { value: 'updatedAt', label: 'Changed' },
  { value: 'tokenCount', label: 'Tokens' },
  { value: 'messageCount', label: 'Messages' },
  { value: 'title', label: 'Title' },
  { value: 'agentName', label: 'Agent' },
  { value: 'scope', label: 'Scope' },
] as const satisfies readonly { value: ThreadSort['by']; label: string }[]

const orders = [
  { value: 'desc', label: 'Highest first' },
  { value: 'asc', label: 'Lowest first' },
] as const

const isText = (by: ThreadSort['by']) => by === 'title' || by === 'agentName' || by === 'scope'
const isTime = (by: ThreadSort['by']) => by.endsWith('At')

/** All orders that the list has, also those without a column, and on a phone. */
export function SortMenu({ sort, onSort }: { sort: ThreadSort; onSort: (sort: ThreadSort) => void }) {
  const may = usePermissions()
  const offered = may.view && !may.read ? keys.filter(({ value }) => value !== 'title') : keys
  const words = isText(sort.by) ? ['Z to A', 'A to Z'] : isTime(sort.by) ? ['Newest first', 'Oldest first'] : undefined
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<ArrowDownUp aria-hidden="true" strokeWidth={1.5} />} aria-label="Sort">
          <span className="max-md:hidden">{keys.find((key) => key.value === sort.by)?.label}</span>
        </Button>
      }
    >
      <MenuChoice
        label="Sort by"
        value={sort.by}
        options={offered}
        onValueChange={(by) => onSort({ by, order: isText(by) ? 'asc' : 'desc' })}
      />
      <MenuSeparator />
      <MenuChoice
        label="Order"
        value={sort.order}
        options={orders.map((order, place) => ({ ...order, label: words?.[place] ?? order.label }))}
        onValueChange={(order) => onSort({ ...sort, order })}
      />
    </Menu>
  )
}
