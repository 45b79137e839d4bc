'use client'

import { X } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { QueryError } from '../data/query-error'
import { usePermissions } from '../data/use-permissions'
import { Skeleton } from '../ui/skeleton'
import { NoteForm } from './note-form'
import { NoteItem } from './note-item'
import { type NotesQuery, useNoteActions } from './use-notes'

/** What a new note is about: a message, or with `seq` null the whole thread. A new object takes the focus to the field. */
export interface NoteDraft {
  seq: number | null
}

export interface NotePanelProps {
  uid: string
  notes: NotesQuery
  draft: NoteDraft | null
  onDraftChange: (draft: NoteDraft | null) => void
  onGoTo: (seq: number) => void
}

/** The notes of a thread, the oldest first, and where one writes. */
export function NotePanel({ uid, notes, draft, onDraftChange, onGoTo }: NotePanelProps) {
  const [linked] = useQueryState('note', parseAsString)
  const actions = useNoteActions(uid)
  const mayWrite = usePermissions().edit === true
  const seq = draft?.seq ?? null
  return (
    <section
      aria-label="Notes"
      className="grid min-h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-4"
    >
      {notes.isError ? (
        <QueryError
          layout="inline"
          title="The notes could not be loaded"
          error={notes.error}
          onRetry={() => void notes.refetch()}
          isRetrying={notes.isFetching}
        />
      ) : notes.isPending ? (
        <NotesSkeleton />
      ) : notes.data.items.length === 0 ? (
        <p className="text-13 text-ink-2">
          No notes yet. What you write here is for colleagues: no agent sees it, and no fork takes it along.
        </p>
      ) : (
        <ol>
          {notes.data.items.map((note) => (
            <NoteItem
              key={note.id}
              uid={uid}
              note={note}
              isLinked={note.id === linked}
              mayWrite={mayWrite}
              actions={actions}
              onGoTo={onGoTo}
            />
          ))}
        </ol>
      )}
      {mayWrite ? (
        <div className="sticky -bottom-4 -mx-4 -mb-4 border-line border-t bg-panel px-4 pt-3 pb-4">
          <NoteForm
            label={seq === null ? 'A note on the thread' : `A note on message ${seq}`}
            action="Add note"
            focusOn={draft}
            about={
              seq === null ? null : (
                <span className="flex h-6 items-center gap-1 text-12 text-ink-2">
                  on message {seq.toLocaleString('en')}
                  <button
                    type="button"
                    aria-label="On the whole thread instead"
                    onClick={() => onDraftChange({ seq: null })}
                    className="flex size-6 items-center justify-center rounded-full text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:size-11"
                  >
                    <X aria-hidden="true" className="size-3" />
                  </button>
                </span>
              )
            }
            onSave={async (note) => {
              const isSaved = await actions.add({ ...note, seq })
              if (isSaved && seq !== null) onDraftChange(null)
              return isSaved
            }}
          />
        </div>
      ) : null}
    </section>
  )
}

function NotesSkeleton() {
  return (
    <div role="status" className="grid content-start gap-3">
      <span className="sr-only">Loading notes</span>
      <Skeleton className="w-2/5" />
      <Skeleton className="w-full" />
      <Skeleton className="w-3/5" />
    </div>
  )
}
