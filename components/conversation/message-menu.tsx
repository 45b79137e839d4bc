'use client'

import { Braces, Code, Copy, Eraser, GitBranch, Link2, Pin, PinOff, StickyNote } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { buttonStyle } from '../ui/button'
import { classNames } from '../ui/class-names'
import { IconButton } from '../ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu'

/** What one can do with one message; the same by keyboard on the message that has the focus. */
export interface MessageActions {
  copyText: (seq: number) => void
  /** The message as it is stored (M2). */
  copyJson: (seq: number) => void
  copyLink: (seq: number) => void
  fork: (seq: number) => void
  toggleRaw: (seq: number) => void
  /** Null where the viewer may not. */
  pin: ((seq: number, isPinned: boolean) => void) | null
  redact: ((seq: number) => void) | null
  /** Writes a note on it. */
  note: ((seq: number) => void) | null
  /** Shows the notes on it. */
  showNotes: (seq: number) => void
}

interface MessageMenuProps {
  seq: number
  isPinned: boolean
  isRedacted: boolean
  actions: MessageActions
}

const place =
  'dots ms-auto -my-1 w-6 px-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 pointer-coarse:-my-3.5 pointer-coarse:opacity-100'

const unpressed = classNames(buttonStyle({ variant: 'bare', size: 'small' }), place)

/** A plain button until it is pressed: a menu for every message in sight is most of what scrolling would cost. */
export const MessageMenu = memo(function MessageMenu(props: MessageMenuProps) {
  const [isMounted, setIsMounted] = useState(false)
  if (isMounted) return <MountedMenu {...props} />
  return (
    <button
      type="button"
      aria-label={nameOf(props.seq)}
      aria-haspopup="menu"
      onClick={() => setIsMounted(true)}
      className={unpressed}
    />
  )
})

function nameOf(seq: number): string {
  return `Message ${seq}: copy, link, fork and more`
}

function MountedMenu({ seq, isPinned, isRedacted, actions }: MessageMenuProps) {
  const { pin, redact, note } = actions
  const trigger = useRef<HTMLElement>(null)
  // The press that mounted it was meant for the menu.
  useEffect(() => {
    trigger.current?.focus({ preventScroll: true })
    trigger.current?.click()
  }, [])
  return (
    <Menu
      align="end"
      trigger={<IconButton ref={trigger} isPlain size="small" label={nameOf(seq)} icon={null} className={place} />}
    >
      <MenuItem icon={<Copy aria-hidden="true" />} hint="c" onSelect={() => actions.copyText(seq)}>
        Copy text
      </MenuItem>
      <MenuItem icon={<Braces aria-hidden="true" />} hint="shift+c" onSelect={() => actions.copyJson(seq)}>
        Copy as JSON
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden="true" />} hint="l" onSelect={() => actions.copyLink(seq)}>
        Copy link to message
      </MenuItem>
      <MenuItem icon={<GitBranch aria-hidden="true" />} hint="f" onSelect={() => actions.fork(seq)}>
        Fork from here
      </MenuItem>
      <MenuItem icon={<Code aria-hidden="true" />} hint="x" onSelect={() => actions.toggleRaw(seq)}>
        Show or hide raw JSON
      </MenuItem>
      {pin ? (
        <MenuItem
          icon={isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
          hint="p"
          onSelect={() => pin(seq, !isPinned)}
        >
          {isPinned ? 'Unpin' : 'Pin'}
        </MenuItem>
      ) : null}
      {note ? (
        <MenuItem icon={<StickyNote aria-hidden="true" />} hint="n" onSelect={() => note(seq)}>
          Add a note
        </MenuItem>
      ) : null}
      {redact && !isRedacted ? (
        <>
          <MenuSeparator />
          <MenuItem isDanger icon={<Eraser aria-hidden="true" />} onSelect={() => redact(seq)}>
            Redact…
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
