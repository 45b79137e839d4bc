'use client'

import { useTable } from '@tanstack/react-table'
import { CheckCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { parseAsBoolean, parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import type { InboxItemView } from '@/server/schemas/inbox'
import { EndlessList } from '../list/endless-list'
import { listFeatures } from '../list/list-features'
import { NewsPill } from '../list/news-pill'
import { useMediaQuery } from '../list/use-media-query'
import { TopLine } from '../shell/top-line'
import { Button, LinkButton } from '../ui/button'
import { classNames } from '../ui/class-names'
import { EmptyState } from '../ui/empty-state'
import { SegmentedControl } from '../ui/segmented-control'
import { useShortcut } from '../ui/use-shortcut'
import { inboxColumns, inboxGrid } from './inbox-columns'
import { InboxPeek } from './inbox-peek'
import { itemHref } from './inbox-words'
import { useInbox, useInboxActions } from './use-inbox'

const idOf = (item: InboxItemView) => item.id
const shows = [
  { value: 'unread', label: 'Unread' },
  { value: 'all', label: 'All' },
] as const

/** What colleagues have for one: the list, and beside it what it is about. Looking marks nothing as read; opening does. */
export function InboxView() {
  const router = useRouter()
  const canPeek = useMediaQuery('(min-width: 1280px)')
  const [isAll, setIsAll] = useQueryState('all', parseAsBoolean.withDefault(false))
  const [peek, setPeek] = useQueryState('item', parseAsString)
  const [cursor, setCursor] = useState(peek)
  const { list, items, hasNews } = useInbox({ unread: !isAll })
  const { mark, markAll } = useInboxActions()
  const table = useTable({ features: listFeatures, columns: inboxColumns, data: items, getRowId: idOf })
  const current = items.find(({ id }) => id === (peek ?? cursor))
  const peeked = peek === null ? undefined : current

  const look = (id: string | null) => {
    if (id) setCursor(id)
    void setPeek(id)
  }
  const move = (id: string) => (peek && canPeek ? look(id) : setCursor(id))
  const open = (item: InboxItemView) => {
    if (!item.isRead) void mark(item.id, true)
    router.push(itemHref(item))
  }
  const done = () => {
    if (!current) return
    void mark(current.id, true)
    const place = items.indexOf(current)
    const next = [...items.slice(place + 1), ...items.slice(0, place)].find(({ isRead }) => !isRead)
    if (next && peek) look(next.id)
    else if (next) setCursor(next.id)
  }
  const toggle = () => current && void mark(current.id, !current.isRead)
  const first = items[0]
  const readAll = () => first && void markAll(first.id)
  const group = 'Inbox'
  useShortcut('e', done, { label: 'Read, next', group, isOn: current !== undefined })
  useShortcut('u', toggle, { label: 'Read or unread', group, isOn: current !== undefined })
  useShortcut('shift+e', readAll, { label: 'All read', group, isOn: first !== undefined })

  return (
    <>
      <TopLine
        crumbs={[{ label: 'Inbox' }]}
        actions={
          <>
            <SegmentedControl
              label="What is shown"
              options={shows}
              value={isAll ? 'all' : 'unread'}
              onValueChange={(value) => void setIsAll(value === 'all' ? true : null)}
            />
            <Button
              icon={<CheckCheck aria-hidden="true" strokeWidth={1.5} />}
              disabled={!items.some(({ isRead }) => !isRead)}
              onClick={readAll}
            >
              All read
            </Button>
          </>
        }
      />
      <div
        className={classNames('relative grid min-h-0', peeked && 'xl:grid-cols-[minmax(0,1fr)_minmax(456px,1.2fr)]')}
      >
        <div className="relative grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]">
          <NewsPill label={hasNews ? 'Something new' : null} onShow={() => void list.refetch()} />
          <EndlessList
            query={list}
            words={{
              loading: 'Loading the inbox',
              failed: 'The inbox could not be loaded',
              kept: 'What is in it stays in it.',
              nextFailed: 'The rest of the inbox could not be loaded',
            }}
            label="Inbox"
            noun="item"
            table={table}
            grid={inboxGrid}
            total={list.hasNextPage ? undefined : items.length}
            cursor={cursor}
            onCursorChange={move}
            onActivate={(item) => look(item.id)}
            onOpen={open}
            onEscape={peeked ? () => look(null) : undefined}
            arrangement={String(isAll)}
            empty={
              isAll ? (
                <EmptyState
                  title="Nothing for you yet"
                  text="When a colleague writes @ and your name in a note, writes on a thread on which you wrote, or gives you a thread, it comes here."
                  action={<LinkButton href="/threads">Go to threads</LinkButton>}
                />
              ) : (
                <EmptyState
                  title="All read"
                  text="Mentions, notes on threads that you follow and threads given to you come here."
                  action={<Button onClick={() => void setIsAll(true)}>Show all</Button>}
                />
              )
            }
          />
        </div>
        {peeked ? (
          <InboxPeek
            item={peeked}
            onClose={() => look(null)}
            onOpen={() => open(peeked)}
            onDone={done}
            onToggle={toggle}
          />
        ) : null}
      </div>
    </>
  )
}
