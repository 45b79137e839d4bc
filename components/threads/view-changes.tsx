'use client'

import { useState } from 'react'
import type { SavedViewView } from '@/server/schemas/views'
import { usePermissions } from '../data/use-permissions'
import { Button } from '../ui/button'
import type { ThreadSearch } from './thread-search'
import type { ThreadViews } from './use-thread-views'
import { useViewActions } from './use-view-actions'
import { ViewDialog } from './view-dialog'
import { toViewState } from './view-state'

export interface ViewChangesProps {
  views: ThreadViews
  search: ThreadSearch
  onSaved: (view: SavedViewView) => void
}

/** Beside the filters while the list differs from its view: keep the change, or go back. */
export function ViewChanges({ views, search, onSaved }: ViewChangesProps) {
  const { current, isChanged, isMissing, choose } = views
  const actions = useViewActions()
  const mayShare = usePermissions().act === true
  const [isNaming, setIsNaming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  if (isMissing) {
    return <span className="text-12 text-ink-3 whitespace-nowrap">The view of this link is gone or not shared.</span>
  }
  if (!current || !isChanged) return null
  const save = async () => {
    setIsBusy(true)
    const { id, name, version } = current
    await actions.overwrite({ id, name, ifVersion: version, state: toViewState(search) })
    setIsBusy(false)
  }
  return (
    <>
      <span className="inline-flex items-center gap-1 border-line border-s ps-2">
        <span className="pe-1 text-12 text-ink-3 whitespace-nowrap">Changed</span>
        {!current.isShared || mayShare ? (
          <Button size="small" isBusy={isBusy} onClick={() => void save()}>
            Save
          </Button>
        ) : null}
        <Button size="small" onClick={() => setIsNaming(true)}>
          Save as
        </Button>
        <Button size="small" variant="bare" onClick={() => choose(current)}>
          Reset
        </Button>
      </span>
      {isNaming ? (
        <ViewDialog
          mayShare={mayShare}
          onClose={() => setIsNaming(false)}
          onSubmit={async (facts) => onSaved(await actions.save({ ...facts, state: toViewState(search) }))}
        />
      ) : null}
    </>
  )
}
