'use client'

import { Braces, Copy, Ellipsis, GitBranch, Link2 } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../ui/icon-button'
import { Menu, MenuItem } from '../ui/menu'

/** What one can do with one message; the same by keyboard on the message that has the focus. */
export interface MessageActions {
  copyText: (seq: number) => void
  copyLink: (seq: number) => void
  fork: (seq: number) => void
  toggleRaw: (seq: number) => void
}

export const MessageMenu = memo(function MessageMenu({ seq, actions }: { seq: number; actions: MessageActions }) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          isPlain
          size="small"
          label={`Message ${seq}: copy, link, fork, raw`}
          icon={<Ellipsis aria-hidden="true" />}
          className="-my-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 pointer-coarse:-my-3.5 pointer-coarse:opacity-100"
        />
      }
    >
      <MenuItem icon={<Copy aria-hidden="true" />} hint="c" onSelect={() => actions.copyText(seq)}>
        Copy text
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden="true" />} hint="l" onSelect={() => actions.copyLink(seq)}>
        Copy link to message
      </MenuItem>
      <MenuItem icon={<GitBranch aria-hidden="true" />} hint="f" onSelect={() => actions.fork(seq)}>
        Fork from here
      </MenuItem>
      <MenuItem icon={<Braces aria-hidden="true" />} hint="x" onSelect={() => actions.toggleRaw(seq)}>
        Show or hide raw JSON
      </MenuItem>
    </Menu>
  )
})
