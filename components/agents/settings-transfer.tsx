'use client'

import { Download, FileJson, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { showFailure } from '../data/show-failure'
import { usePermissions } from '../data/use-permissions'
import { FileDrop } from '../imports/file-drop'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { Menu, MenuItem } from '../ui/menu'
import { showToast } from '../ui/toast'
import { SettingsComparison } from './settings-comparison'
import { type ComparedSetting, readSettings, writeSettings } from './settings-file'
import { useCompareSettings, useSavedSettings, useSaveSettings } from './use-settings-file'

/** Settings out of this installation as a file, and into another: from staging to production. */
export function SettingsTransfer() {
  const permissions = usePermissions()
  const saved = useSavedSettings()
  const [isOpen, setIsOpen] = useState(false)
  const download = async () => {
    try {
      const settings = await saved()
      if (settings.length === 0) {
        showToast({ title: 'No setting was saved yet', description: 'All agents follow what is built in.' })
        return
      }
      saveAs('loci-agent-settings.json', writeSettings(settings))
    } catch (error) {
      showFailure('The settings could not be read', error)
    }
  }
  return (
    <>
      <Menu
        trigger={
          <Button icon={<FileJson aria-hidden="true" strokeWidth={1.5} />}>
            <span className="max-sm:sr-only">Settings file</span>
          </Button>
        }
      >
        <MenuItem icon={<Download aria-hidden="true" strokeWidth={1.5} />} onSelect={() => void download()}>
          Download all settings
        </MenuItem>
        {permissions.configure ? (
          <MenuItem icon={<FileUp aria-hidden="true" strokeWidth={1.5} />} onSelect={() => setIsOpen(true)}>
            Take settings from a file
          </MenuItem>
        ) : null}
      </Menu>
      {isOpen ? <TakeSettings onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** Compares a file with what is saved here, field by field, before anything is saved. */
function TakeSettings({ onClose }: { onClose: () => void }) {
  const compare = useCompareSettings()
  const save = useSaveSettings()
  const [file, setFile] = useState<{ name: string; text: string }>()
  const [found, setFound] = useState<readonly ComparedSetting[]>()
  const [error, setError] = useState<string>()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string | null>>(new Set())
  const [note, setNote] = useState('')
  const [isReading, setIsReading] = useState(false)
  const formId = useId()
  const take = async (name: string, text: string) => {
    setFile({ name, text })
    setFound(undefined)
    setError(undefined)
    setLeftOut(new Set())
    save.forget()
    const read = readSettings(text)
    if ('error' in read) return setError(read.error)
    setIsReading(true)
    try {
      setFound(await compare(read.settings))
    } catch (failure) {
      showFailure('What is saved here could not be read', failure)
    }
    setIsReading(false)
  }
  const chosen = (found ?? []).filter(
    ({ name, kind }) => kind !== 'same' && !leftOut.has(name) && !isSaved(save.outcomes.get(name)),
  )
  const isDone = save.outcomes.size > 0 && !save.isPending
  const hasConflict = [...save.outcomes.values()].some((outcome) => 'error' in outcome)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      size="large"
      title="Take settings from a file"
      description="Each is compared with what is saved here. Nothing changes until you save; each save is a version that can be restored."
      footer={
        <>
          <Button onClick={onClose}>{isDone ? 'Close' : 'Cancel'}</Button>
          {hasConflict && file ? (
            <Button disabled={save.isPending} onClick={() => void take(file.name, file.text)}>
              Compare again
            </Button>
          ) : null}
          <Button
            type="submit"
            form={formId}
            variant="main"
            isBusy={save.isPending}
            disabled={chosen.length === 0 || isReading}
          >
            {chosen.length === 1 ? 'Save 1 setting' : `Save ${chosen.length} settings`}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save.run(chosen, note.trim())
        }}
      >
        <FileDrop
          chosen={file?.name}
          disabled={save.isPending || isReading}
          onFile={async (given) => take(given.name, await given.text())}
        />
        {error ? (
          <p role="alert" className="text-13 text-bad wrap-anywhere">
            {error}
          </p>
        ) : null}
        {isReading ? (
          <p role="status" className="text-13 text-ink-2">
            Comparing with what is saved here
          </p>
        ) : null}
        {found ? (
          <>
            <SettingsComparison
              settings={found}
              leftOut={leftOut}
              outcomes={save.outcomes}
              onLeaveOut={(name, isOut) => {
                const next = new Set(leftOut)
                if (isOut) next.add(name)
                else next.delete(name)
                setLeftOut(next)
              }}
            />
            <Field label="Note" apiName="note" description="Stands with each version that is saved.">
              <Input value={note} onValueChange={setNote} maxLength={1_024} placeholder="From staging" />
            </Field>
          </>
        ) : null}
      </form>
    </Dialog>
  )
}

function isSaved(outcome: { version: number } | { error: string } | undefined): boolean {
  return outcome !== undefined && 'version' in outcome
}

function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
