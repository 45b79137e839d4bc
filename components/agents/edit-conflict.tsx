'use client'

import type { ConfigVersionView } from '@/server/schemas/agents'
import { Button } from '../ui/button'
import { Time } from '../ui/time'
import { settingChanges } from './setting-changes'

export interface EditConflictProps {
  /** What the form began with; null when nothing had been saved. */
  base: ConfigVersionView | null
  /** What someone saved meanwhile. */
  newest: ConfigVersionView
  /** Goes on with what is in the form, now on top of the newest. */
  onKeepMine: () => void
  /** Drops what is in the form. */
  onTakeTheirs: () => void
}

/** Someone else saved while this form was open: says what they changed, and loses nothing of either. */
export function EditConflict({ base, newest, onKeepMine, onTakeTheirs }: EditConflictProps) {
  const changes = settingChanges(base, newest)
  return (
    <section
      role="alert"
      className="grid gap-2 rounded-md border border-line border-s-2 border-s-ink bg-panel px-3 py-2.5"
    >
      <h2 className="font-medium text-13">
        {newest.author} saved v{newest.version} meanwhile, <Time value={newest.createdAt} show="minute" />
      </h2>
      <ul className="grid gap-0.5 text-12 text-ink-2">
        {changes.length === 0 ? <li>Nothing differs from what you began with.</li> : null}
        {changes.map((change) => (
          <li key={change.label}>
            {change.label}: {change.before} → <span className="text-ink">{change.after}</span>
          </li>
        ))}
        {newest.note ? <li dir="auto">Note: {newest.note}</li> : null}
      </ul>
      <p className="text-12 text-ink-2">What you entered is still in the form.</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeepMine}>Keep mine, to save over v{newest.version}</Button>
        <Button variant="bare" onClick={onTakeTheirs}>
          Drop mine, show v{newest.version}
        </Button>
      </div>
    </section>
  )
}
