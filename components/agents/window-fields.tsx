'use client'

import { type Control, useController, useWatch } from 'react-hook-form'
import { ChoiceField } from '../ui/choice-field'
import { ChoiceList } from '../ui/choice-list'
import { Field } from '../ui/field'
import { SegmentedControl } from '../ui/segmented-control'
import { Switch } from '../ui/switch'
import { Textarea } from '../ui/textarea'
import { LimitField, type LimitFieldProps } from './limit-field'
import type { MemoryMode, OwnStrategy, WindowChange, WindowFormValues } from './window-form'

type FormControl = Control<WindowFormValues, unknown, WindowChange>

const tokenScale = { min: 250, max: 200_000 }
const messageScale = { min: 1, max: 500 }
const turnScale = { min: 1, max: 300 }

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
      {mode.field.value === 'own' ? <OwnWindowFields control={control} /> : null}
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
        description="Off: the window field of a read is ignored. Off as memory wins over both."
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

function OwnWindowFields({ control }: { control: FormControl }) {
  const strategy = useController({ control, name: 'strategy' })
  return (
    <>
      <ChoiceField label="Strategy" apiName="strategy">
        <ChoiceList<OwnStrategy>
          label="Strategy"
          value={strategy.field.value}
          onValueChange={strategy.field.onChange}
          choices={[
            {
              value: 'sliding-window',
              label: 'Sliding window',
              apiName: 'sliding-window',
              description: 'The newest turns, up to a budget of tokens',
            },
            {
              value: 'buffer',
              label: 'Last messages',
              apiName: 'buffer',
              description: 'The newest N, cheap and plain',
            },
            {
              value: 'json',
              label: 'As JSON',
              apiName: 'summarizing, vector, composite',
              description: 'Summaries, recall by a question, several windows in one',
            },
          ]}
        />
      </ChoiceField>
      {strategy.field.value === 'json' ? <JsonField control={control} /> : <LimitFields control={control} />}
    </>
  )
}

function LimitFields({ control }: { control: FormControl }) {
  const isBuffer = useWatch({ control, name: 'strategy' }) === 'buffer'
  return (
    <>
      <NumberField
        control={control}
        name="maxTokens"
        label="Token budget"
        unit="tokens"
        whenEmpty="no limit"
        scale={tokenScale}
      />
      {isBuffer ? (
        <NumberField
          control={control}
          name="maxMessages"
          label="Messages at most"
          unit="msgs"
          whenEmpty="no limit"
          scale={messageScale}
        />
      ) : (
        <NumberField
          control={control}
          name="maxTurns"
          label="Turns at most"
          unit="turns"
          whenEmpty="no limit"
          scale={turnScale}
        />
      )}
      <details className="group grid gap-4">
        <summary className="w-fit rounded-sm py-1 font-medium text-12 text-ink-2 hover:text-ink">More</summary>
        <div className="grid gap-4 pt-2">
          <NumberField
            control={control}
            name="reservedTokens"
            label="Reserved tokens"
            unit="tokens"
            whenEmpty="none"
            description="Kept free below the budget, for instructions, tools and the answer."
          />
          <NumberField
            control={control}
            name="keepFirst"
            label="Keep the first messages"
            unit="msgs"
            whenEmpty="none"
            description="Messages at the start of a thread that always stay."
          />
          <NumberField
            control={control}
            name="step"
            label="Move in steps"
            unit="%"
            whenEmpty="none"
            description="The start moves only when the window is full, and then by this share: provider prompt caches stay warm."
          />
          <SwitchField
            control={control}
            name="isUserFirst"
            label="Start with a user message"
            description="Leaves out what stands before the first one in reach (startOn)."
          />
        </div>
      </details>
    </>
  )
}

type NumberName = 'maxTokens' | 'maxMessages' | 'maxTurns' | 'reservedTokens' | 'keepFirst' | 'step'
type NumberFieldProps = Pick<LimitFieldProps, 'label' | 'unit' | 'whenEmpty' | 'scale' | 'description'> & {
  control: FormControl
  name: NumberName
}

function NumberField({ control, name, ...rest }: NumberFieldProps) {
  const { field, fieldState } = useController({ control, name })
  return (
    <LimitField
      {...rest}
      apiName={name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  )
}

interface SwitchFieldProps {
  control: FormControl
  name: 'storing' | 'allowCallWindow' | 'isUserFirst'
  label: string
  description: string
}

function SwitchField({ control, name, label, description }: SwitchFieldProps) {
  const { field } = useController({ control, name })
  return <Switch checked={field.value} onCheckedChange={field.onChange} label={label} description={description} />
}

function JsonField({ control }: { control: FormControl }) {
  const { field, fieldState } = useController({ control, name: 'json' })
  return (
    <Field label="Window" apiName="window" error={fieldState.error?.message}>
      <Textarea
        rows={8}
        spellCheck={false}
        className="font-mono text-12"
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  )
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
