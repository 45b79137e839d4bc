'use client'

import { type Control, useController } from 'react-hook-form'
import { ChoiceField } from '../ui/choice-field'
import { Field } from '../ui/field'
import { SegmentedControl } from '../ui/segmented-control'
import { Switch } from '../ui/switch'
import { Textarea } from '../ui/textarea'
import { WindowEditor } from './window-editor'
import type { MemoryMode, WindowChange, WindowFormValues } from './window-form'

type FormControl = Control<WindowFormValues, unknown, WindowChange>

/** All that can be set about what an agent sees and stores. */
export function WindowFields({ control, isApp }: { control: FormControl; isApp: boolean }) {
  const mode = useController({ control, name: 'mode' })
  return (
    <>
      <ChoiceField label="Memory" description={modeHelp(mode.field.value, isApp)}>
        <SegmentedControl<MemoryMode>
          label="Memory"
          value={mode.field.value}
          onValueChange={mode.field.onChange}
          options={[
            { value: 'inherit', label: isApp ? 'Built-in' : 'App default' },
            { value: 'own', label: 'Own window' },
            { value: 'off', label: 'Off' },
          ]}
        />
      </ChoiceField>
      {mode.field.value === 'own' ? <OwnWindowField control={control} /> : null}
      <SwitchField
        control={control}
        name="storing"
        label="Store what it writes"
        description="Off: it still reads, and what it writes is dropped."
      />
      <SwitchField
        control={control}
        name="allowCallWindow"
        label="A call may choose its own window"
        description="On: a default that the agent’s code carries counts before this setting. Off: it is ignored. Off as memory wins over both."
      />
      <NoteField control={control} />
    </>
  )
}

function modeHelp(mode: MemoryMode, isApp: boolean): string {
  if (mode === 'off') return 'The agent sees nothing of its history. What it writes is still stored.'
  if (mode === 'own') return isApp ? 'For all agents without a window of their own.' : 'Only for this agent.'
  return isApp ? 'The newest turns, up to 4,000 tokens and 30 turns.' : 'Whatever is set for all agents.'
}

function OwnWindowField({ control }: { control: FormControl }) {
  const { field } = useController({ control, name: 'window' })
  return <WindowEditor value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
}

interface SwitchFieldProps {
  control: FormControl
  name: 'storing' | 'allowCallWindow'
  label: string
  description: string
}

function SwitchField({ control, name, label, description }: SwitchFieldProps) {
  const { field } = useController({ control, name })
  return <Switch checked={field.value} onCheckedChange={field.onChange} label={label} description={description} />
}

function NoteField({ control }: { control: FormControl }) {
  const { field, fieldState } = useController({ control, name: 'note' })
  return (
    <Field label="Note" error={fieldState.error?.message}>
      <Textarea
        rows={2}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        placeholder="Why it was changed, for whoever reads the history"
      />
    </Field>
  )
}
