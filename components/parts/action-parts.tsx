'use client'

import { Ellipsis, GitFork, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../ui/avatar'
import { Button, LinkButton } from '../ui/button'
import { Chip, ChipButton } from '../ui/chip'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { CopyButton } from '../ui/copy-button'
import { Dialog, DialogClose } from '../ui/dialog'
import { FilterChip } from '../ui/filter-chip'
import { IconButton } from '../ui/icon-button'
import { Kbd } from '../ui/kbd'
import { KeyHint } from '../ui/key-hint'
import { Link } from '../ui/link'
import { Menu, MenuCheck, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '../ui/menu'
import { Popover } from '../ui/popover'
import { Spinner } from '../ui/spinner'
import { Tabs } from '../ui/tabs'
import { showToast } from '../ui/toast'
import { Tooltip } from '../ui/tooltip'
import { WordsWithNames } from '../ui/words-with-names'
import { Specimen } from './specimen'

const pause = (time: number) => new Promise<void>((done) => setTimeout(done, time))

export function ActionParts() {
  const [isAsking, setIsAsking] = useState(false)
  const [areTagsShown, setAreTagsShown] = useState(true)
  const [agent, setAgent] = useState<string | undefined>('any of 6')
  const [tab, setTab] = useState<'messages' | 'entries' | 'raw'>('messages')
  return (
    <div className="grid min-w-0 content-start gap-6">
      <Specimen title="Buttons">
        <Button variant="main" hint="e">
          Reviewed, next
        </Button>
        <Button icon={<Tag aria-hidden="true" />}>Tag</Button>
        <Button icon={<GitFork aria-hidden="true" />}>Fork</Button>
        <Button variant="bare">Open</Button>
        <Button variant="danger">Delete</Button>
        <Button variant="danger-main">Delete for good</Button>
        <Button isBusy>Saving</Button>
        <Button variant="main" isBusy>
          Saving
        </Button>
        <Button disabled>Not now</Button>
        <Button variant="main" disabled>
          Not now
        </Button>
        <LinkButton href="#link">A link</LinkButton>
        <Link href="#link" className="text-13 underline underline-offset-2">
          A link in a text
        </Link>
        <Button size="small">Small</Button>
        <Button size="large" variant="main">
          Large
        </Button>
        <IconButton label="More" hint="m" icon={<Ellipsis aria-hidden="true" />} />
        <IconButton variant="outline" label="Delete" icon={<Trash2 aria-hidden="true" />} />
        <CopyButton text="loci" label="Copy id" />
        <CopyButton text="loci" label="Copy" isLabelShown variant="outline" />
        <Spinner />
      </Specimen>

      <Specimen title="Chips and filters">
        <Chip label="topic" value="refund" />
        <Chip label="topic" value="refund" href="#tag" onRemove={() => undefined} removeLabel="Remove tag topic" />
        <ChipButton>+ tag</ChipButton>
        <ChipButton isOn>flagged</ChipButton>
        <ChipButton isOn={false}>pass</ChipButton>
        <FilterChip label="agent" value={agent} onClear={() => setAgent(undefined)}>
          {(close) => (
            <Button
              onClick={() => {
                setAgent('support')
                close()
              }}
            >
              Only support
            </Button>
          )}
        </FilterChip>
        <FilterChip label="tokens">Nothing to choose.</FilterChip>
      </Specimen>

      <Specimen title="What floats">
        <Menu trigger={<Button>Menu</Button>}>
          <MenuItem icon={<GitFork aria-hidden="true" />} hint="f" onSelect={() => undefined}>
            Fork up to here
          </MenuItem>
          <MenuLink href="#raw">Raw JSON</MenuLink>
          <MenuGroup label="Columns">
            <MenuCheck checked={areTagsShown} onCheckedChange={setAreTagsShown}>
              Tags
            </MenuCheck>
          </MenuGroup>
          <MenuSeparator />
          <MenuItem
            isDanger
            icon={<Trash2 aria-hidden="true" />}
            hint="#"
            onSelect={() =>
              showToast({
                title: 'Thread deleted',
                description: 'It stays in the trash for 30 days.',
                onUndo: () => showToast({ title: 'Thread is back', tone: 'good' }),
              })
            }
          >
            Delete
          </MenuItem>
        </Menu>
        <Popover title="Rename" trigger={<Button>Popover</Button>}>
          Something small to fill in.
        </Popover>
        <Tooltip label="Kept out whole with its tool results" hint="k">
          <Button>Tooltip</Button>
        </Tooltip>
        <Dialog
          trigger={<Button>Dialog</Button>}
          title="Fork this thread"
          description="A copy that goes its own way; this thread stays as it is."
          footer={
            <>
              <DialogClose render={<Button>Cancel</Button>} />
              <Button variant="main">Fork</Button>
            </>
          }
        >
          No tool exchange is cut.
        </Dialog>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Confirm
        </Button>
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          title="Delete 12 threads for good?"
          description="Their messages, entries and forks’ origin go with them. This cannot be undone."
          action="Delete for good"
          typed="12"
          onConfirm={() => pause(600)}
        />
        <Button
          onClick={() =>
            showToast({ title: 'Saved as v8', tone: 'good', description: '18,402 threads use it from now on.' })
          }
        >
          Toast
        </Button>
        <Button
          onClick={() =>
            showToast({ title: 'The tag was not set', tone: 'bad', description: 'The thread changed meanwhile.' })
          }
        >
          Bad toast
        </Button>
      </Specimen>

      <Specimen title="Keys, people">
        <Kbd keys="mod+k" />
        <Kbd keys="g t" />
        <Kbd keys="shift+enter" />
        <KeyHint keys="j" label="next" />
        <KeyHint keys="k" label="previous" />
        <Avatar name="Olga Petrova" />
        <Avatar name="ops@acme" size="small" />
        <Avatar name="李雷" />
      </Specimen>

      <Specimen title="Words with names" className="block">
        <p className="text-13">
          <WordsWithNames text="A window of `sliding-window` reads at most `maxTokens`." />
        </p>
      </Specimen>

      <Specimen title="Tabs" className="block">
        <Tabs
          label="Thread"
          value={tab}
          onValueChange={setTab}
          panelClassName="px-4 py-3"
          tabs={[
            { value: 'messages', label: 'Messages', count: 64, panel: 'The conversation.' },
            { value: 'entries', label: 'Entries', count: 12, panel: 'One for each write.' },
            { value: 'raw', label: 'Raw JSON', panel: 'As it was sent.' },
          ]}
        />
      </Specimen>
    </div>
  )
}
