'use client'

import { Bookmark, Copy, Link2, ListChecks, Plus, Settings2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedViewView } from '@/server/schemas/views'
import { usePermissions } from '../data/use-permissions'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { copyText } from '../ui/copy-text'
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../ui/menu'
import { showToast } from '../ui/toast'
import { queueHref, type ThreadSearch, WHOLE_LIST } from './thread-search'
import type { ThreadViews } from './use-thread-views'
import { useViewActions } from './use-view-actions'
import { ViewDialog } from './view-dialog'
import { toViewState } from './view-state'

const viewHref = (id: string) => `/threads?view=${id}`

export interface ViewMenuProps {
  views: ThreadViews
  search: ThreadSearch
  /** The new view is on from now, without a change of what is shown. */
  onSaved: (view: SavedViewView) => void
  /** Looks for history that was stored twice in what is shown. */
  onFindDuplicates: () => void
}

/** Which view of the list is on, and what one does with it. */
export function ViewMenu({ views, search, onSaved, onFindDuplicates }: ViewMenuProps) {
  const { items, current, isChanged, choose } = views
  const actions = useViewActions()
  const mayShare = usePermissions().act === true
  const [dialog, setDialog] = useState<'new' | 'settings' | 'delete' | null>(null)
  const name = current?.name ?? 'All threads'
  const own = items.filter((view) => !view.isShared)
  const shared = items.filter((view) => view.isShared)
  const mayChange = current !== null && (!current.isShared || mayShare)
  const choice = (of: readonly SavedViewView[]) =>
    of.map((view) => ({ value: view.id, label: view.isDefault ? `${view.name} (default)` : view.name }))
  const chooseId = (id: string) => choose(items.find((view) => view.id === id) ?? null)
  const copyLink = async (id: string) => {
    const isCopied = await copyText(new URL(viewHref(id), window.location.href).href)
    showToast(isCopied ? { title: 'Link copied', tone: 'good' } : { title: 'The link was not copied', tone: 'bad' })
  }

  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button
            icon={<Bookmark aria-hidden="true" strokeWidth={1.5} />}
            aria-label={`View: ${name}${isChanged ? ', changed' : ''}`}
          >
            <span className="max-w-40 truncate max-sm:hidden">{name}</span>
            {isChanged ? <span aria-hidden="true" className="size-1.5 rounded-full bg-act" /> : null}
          </Button>
        }
      >
        <MenuChoice
          label={own.length > 0 ? 'Yours' : 'Views'}
          value={current?.id ?? WHOLE_LIST}
          onValueChange={chooseId}
          options={[{ value: WHOLE_LIST, label: 'All threads' }, ...choice(own)]}
        />
        {shared.length > 0 ? (
          <MenuChoice label="Shared" value={current?.id ?? ''} onValueChange={chooseId} options={choice(shared)} />
        ) : null}
        <MenuSeparator />
        <MenuItem icon={<Plus aria-hidden="true" />} onSelect={() => setDialog('new')}>
          Save as a view…
        </MenuItem>
        {current ? (
          <MenuItem icon={<Link2 aria-hidden="true" />} onSelect={() => void copyLink(current.id)}>
            Copy its link
          </MenuItem>
        ) : null}
        {mayChange ? (
          <>
            <MenuItem icon={<Settings2 aria-hidden="true" />} onSelect={() => setDialog('settings')}>
              Name and default…
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden="true" />} isDanger onSelect={() => setDialog('delete')}>
              Delete the view…
            </MenuItem>
          </>
        ) : null}
        {mayShare ? (
          <>
            <MenuSeparator />
            <MenuLink icon={<ListChecks aria-hidden="true" />} href={queueHref(search)}>
              Make a queue of this list
            </MenuLink>
            <MenuItem icon={<Copy aria-hidden="true" />} onSelect={onFindDuplicates}>
              Find duplicates in these
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {dialog === 'new' ? (
        <ViewDialog
          mayShare={mayShare}
          onClose={() => setDialog(null)}
          onSubmit={async (facts) => onSaved(await actions.save({ ...facts, state: toViewState(search) }))}
        />
      ) : null}
      {dialog === 'settings' && current ? (
        <ViewDialog
          view={current}
          mayShare={mayShare}
          onClose={() => setDialog(null)}
          onSubmit={async (facts) => {
            await actions.change({ id: current.id, ifVersion: current.version, ...facts })
          }}
        />
      ) : null}
      {current ? (
        <ConfirmDialog
          open={dialog === 'delete'}
          onOpenChange={(isOpen) => !isOpen && setDialog(null)}
          title={`Delete the view ${current.name}?`}
          description={
            current.isShared
              ? 'It goes for everybody, and links to it show the whole list. No thread is touched.'
              : 'Links to it show the whole list. No thread is touched.'
          }
          action="Delete the view"
          onConfirm={async () => {
            await actions.remove(current.id)
            choose(null)
          }}
        />
      ) : null}
    </>
  )
}
