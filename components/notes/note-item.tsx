'use client'

import { Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { NoteView } from '@/server/schemas/notes'
import { scrollInPane } from '../list/scroll-in-pane'
import { Avatar } from '../ui/avatar'
import { classNames } from '../ui/class-names'
import { copyText } from '../ui/copy-text'
import { IconButton } from '../ui/icon-button'
import { Menu, MenuItem } from '../ui/menu'
import { Time } from '../ui/time'
import { showToast } from '../ui/toast'
import { NoteForm } from './note-form'
import { noteHref } from './note-href'
import { NoteText } from './note-text'
import type { useNoteActions } from './use-notes'

export interface NoteItemProps {
  uid: string
  note: NoteView
  /** The one that the address points at. */
  isLinked: boolean
  mayWrite: boolean
  actions: ReturnType<typeof useNoteActions>
  onGoTo: (seq: number) => void
}

/** One note: who, when, about which message, and what it says. */
export function NoteItem({ uid, note, isLinked, mayWrite, actions, onGoTo }: NoteItemProps) {
  const { author, seq } = note
  const item = useRef<HTMLLIElement>(null)
  const [isEditing, setIsEditing] = useState(false)
  const name = author.name || author.email
  useEffect(() => {
    if (isLinked && item.current) scrollInPane(item.current)
  }, [isLinked])
  const copyLink = async () => {
    const isCopied = await copyText(`${window.location.origin}${noteHref(uid, note)}`)
    showToast(
      isCopied ? { title: 'Link copied', tone: 'good', timeout: 2_000 } : { title: 'The browser refused to copy' },
    )
  }
  return (
    <li
      ref={item}
      aria-current={isLinked || undefined}
      className={classNames(
        '-mx-2 grid grid-cols-[minmax(0,1fr)] gap-1 rounded-sm px-2 py-2',
        isLinked && 'bg-pick shadow-[inset_2px_0_0_var(--color-ink)]',
      )}
    >
      <div className="flex min-h-6 items-center gap-1.5 text-12">
        <Avatar name={name} size="small" />
        <span className="truncate font-medium" title={author.email}>
          {name}
        </span>
        <span className="shrink-0 text-11 text-ink-3">
          <Time value={note.createdAt} show="moment" />
          {note.editedAt ? ', edited' : ''}
        </span>
        <span className="flex-1" />
        <Menu
          align="end"
          trigger={
            <IconButton
              isPlain
              size="small"
              label={`More about the note of ${name}`}
              icon={<Ellipsis aria-hidden="true" />}
            />
          }
        >
          <MenuItem icon={<Link2 aria-hidden="true" />} onSelect={() => void copyLink()}>
            Copy link to note
          </MenuItem>
          {note.isOwn && mayWrite ? (
            <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setIsEditing(true)}>
              Change
            </MenuItem>
          ) : null}
          {note.canRemove && mayWrite ? (
            <MenuItem isDanger icon={<Trash2 aria-hidden="true" />} onSelect={() => void actions.remove(note)}>
              Remove
            </MenuItem>
          ) : null}
        </Menu>
      </div>
      {isEditing ? (
        <NoteForm
          label="The note"
          initial={note.text}
          action="Save"
          focusOn={note.id}
          onCancel={() => setIsEditing(false)}
          onSave={async (changed) => {
            const isSaved = await actions.edit(note.id, changed)
            if (isSaved) setIsEditing(false)
            return false
          }}
        />
      ) : (
        <NoteText text={note.text} mentions={note.mentions} />
      )}
      {seq === null ? null : (
        <button
          type="button"
          onClick={() => onGoTo(seq)}
          className="h-6 justify-self-start rounded-xs text-11 text-ink-3 underline-offset-2 hover:text-ink hover:underline pointer-coarse:h-11"
        >
          on message {seq.toLocaleString('en')}
        </button>
      )}
    </li>
  )
}
