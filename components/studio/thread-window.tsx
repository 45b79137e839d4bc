'use client'

import { useId, useState } from 'react'
import { useFold } from '../conversation/fold-memory'
import { PanelSection } from '../conversation/panel-section'
import type { WindowOfThread } from '../conversation/window-totals'
import { usePermissions } from '../data/use-permissions'
import { Button } from '../ui/button'
import { EffectivePanel } from './effective-panel'
import { ThreadWindowDialog } from './thread-window-dialog'
import { useThreadWindow } from './use-thread-window'

/** What applies to a thread, and its own window: set, changed and taken away here. */
export function ThreadWindow({ uid, seen }: { uid: string; seen: WindowOfThread }) {
  const may = usePermissions()
  const change = useThreadWindow(uid)
  const [isEditing, setIsEditing] = useState(false)
  const [isOpen, setIsOpen] = useFold('thread:applies')
  const factsId = useId()
  const isOwn = seen.window.source === 'thread'
  const before = { window: isOwn ? seen.settings : null, version: seen.ownVersion }
  return (
    <PanelSection title="What applies here">
      <p className="border-line border-t py-1.5 text-12 text-ink-2">
        {isOwn
          ? `This thread has a window of its own (v${seen.ownVersion}): what is set for its agent does not reach it.`
          : 'This thread follows its agent.'}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {may.configure ? (
          <Button size="small" onClick={() => setIsEditing(true)}>
            {isOwn ? 'Edit its window' : 'Set a window for it'}
          </Button>
        ) : null}
        {may.configure && isOwn ? (
          <Button size="small" variant="bare" isBusy={change.isPending} onClick={() => void change.set(null, before)}>
            Remove its window
          </Button>
        ) : null}
        <Button
          size="small"
          variant="bare"
          aria-expanded={isOpen}
          aria-controls={factsId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide each setting' : 'Show each setting'}
        </Button>
      </div>
      <div id={factsId} className="pt-2 empty:hidden">
        {isOpen ? <EffectivePanel of={{ uid }} /> : null}
      </div>
      {isEditing ? (
        <ThreadWindowDialog
          start={seen.settings}
          isSaving={change.isPending}
          onClose={() => setIsEditing(false)}
          onSave={async (window) => {
            if (await change.set(window, before)) setIsEditing(false)
          }}
        />
      ) : null}
    </PanelSection>
  )
}
