'use client'

import {
  Download,
  Ellipsis,
  GitBranch,
  Link2,
  PanelRight,
  Pencil,
  RefreshCw,
  Search,
  StickyNote,
  Tag,
  Trash2,
} from 'lucide-react'
import { threadFilePath } from '@/server/schemas/exports'
import type { ThreadView } from '@/server/schemas/threads'
import { threadHref } from '../data/scope-href'
import { Button } from '../ui/button'
import { copyText } from '../ui/copy-text'
import { IconButton } from '../ui/icon-button'
import { Menu, MenuFile, MenuGroup, MenuItem, MenuSeparator } from '../ui/menu'
import { showToast } from '../ui/toast'
import type { ConversationCommands } from './use-conversation-keys'

export interface ConversationActionsProps {
  thread: ThreadView
  /** A refresh is under way. */
  isBusy: boolean
  commands: ConversationCommands
}

/** In which forms a thread is downloaded. */
const files = [
  { format: 'loci', label: 'As JSON' },
  { format: 'markdown', label: 'As Markdown' },
  { format: 'openai', label: 'As OpenAI JSONL' },
] as const

/** What one can do with a thread, at the end of its top line. */
export function ConversationActions({ thread, isBusy, commands }: ConversationActionsProps) {
  const copyLink = async () => {
    const isCopied = await copyText(`${window.location.origin}${threadHref(thread.uid)}`)
    showToast(
      isCopied ? { title: 'Link copied', tone: 'good', timeout: 2_000 } : { title: 'The browser refused to copy' },
    )
  }
  return (
    <>
      <IconButton
        label="Find in the thread"
        hint="/"
        icon={<Search aria-hidden="true" strokeWidth={1.5} />}
        onClick={commands.find}
        className="max-sm:hidden"
      />
      <IconButton
        label="Refresh"
        hint="shift+r"
        icon={<RefreshCw aria-hidden="true" strokeWidth={1.5} />}
        isBusy={isBusy}
        onClick={commands.refresh}
        className="max-sm:hidden"
      />
      <Button
        icon={<GitBranch aria-hidden="true" strokeWidth={1.5} />}
        onClick={commands.fork}
        className="max-sm:hidden"
      >
        Fork
      </Button>
      <IconButton
        label="About this thread"
        icon={<PanelRight aria-hidden="true" strokeWidth={1.5} />}
        onClick={commands.openPanel}
        className="xl:hidden"
      />
      <Menu
        align="end"
        trigger={
          <IconButton isPlain label="More about this thread" icon={<Ellipsis aria-hidden="true" strokeWidth={1.5} />} />
        }
      >
        <MenuItem icon={<Search aria-hidden="true" strokeWidth={1.5} />} hint="/" onSelect={commands.find}>
          Find in the thread
        </MenuItem>
        <MenuItem icon={<Pencil aria-hidden="true" strokeWidth={1.5} />} hint="r" onSelect={commands.rename}>
          Rename
        </MenuItem>
        <MenuItem icon={<Tag aria-hidden="true" strokeWidth={1.5} />} hint="t" onSelect={commands.tag}>
          Add a tag
        </MenuItem>
        <MenuItem icon={<StickyNote aria-hidden="true" strokeWidth={1.5} />} hint="shift+n" onSelect={commands.notes}>
          Notes
        </MenuItem>
        <MenuItem icon={<GitBranch aria-hidden="true" strokeWidth={1.5} />} hint="shift+f" onSelect={commands.fork}>
          Fork
        </MenuItem>
        <MenuItem icon={<Link2 aria-hidden="true" strokeWidth={1.5} />} onSelect={() => void copyLink()}>
          Copy link
        </MenuItem>
        <MenuItem icon={<RefreshCw aria-hidden="true" strokeWidth={1.5} />} hint="shift+r" onSelect={commands.refresh}>
          Refresh
        </MenuItem>
        <MenuSeparator />
        <MenuGroup label="Download">
          {files.map(({ format, label }) => (
            <MenuFile
              key={format}
              icon={<Download aria-hidden="true" strokeWidth={1.5} />}
              href={threadFilePath(thread.uid, format)}
            >
              {label}
            </MenuFile>
          ))}
        </MenuGroup>
        <MenuSeparator />
        <MenuItem isDanger icon={<Trash2 aria-hidden="true" strokeWidth={1.5} />} hint="#" onSelect={commands.remove}>
          Delete
        </MenuItem>
      </Menu>
    </>
  )
}
