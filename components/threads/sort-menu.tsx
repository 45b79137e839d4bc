'use client'

import { ArrowDownUp } from 'lucide-react'
import type { ThreadSort } from '@/server/schemas/threads'
import { Button } from '../ui/button'
import { Menu, MenuChoice, MenuSeparator } from '../ui/menu'

const keys = [
  { value: 'lastMessageAt', label: 'Last activity' },
  { value: 'createdAt', label: 'Created' },
  { value: 'tokenCount', label: 'Tokens' },
  { value: 'messageCount', label: 'Messages' },
  { value: 'title', label: 'Title' },
] as const satisfies readonly { value: ThreadSort['by']; label: string }[]

const orders = [
  { value: 'desc', label: 'Highest first' },
  { value: 'asc', label: 'Lowest first' },
] as const

/** All orders that the list has, also those without a column, and on a phone. */
export function SortMenu({ sort, onSort }: { sort: ThreadSort; onSort: (sort: ThreadSort) => void }) {
  const isTime = sort.by === 'lastMessageAt' || sort.by === 'createdAt'
  const words = isTime ? ['Newest first', 'Oldest first'] : sort.by === 'title' ? ['Z to A', 'A to Z'] : undefined
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
        options={keys}
        onValueChange={(by) => onSort({ by, order: by === 'title' ? 'asc' : 'desc' })}
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
