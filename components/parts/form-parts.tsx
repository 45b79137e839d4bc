'use client'

import { useState } from 'react'
import { ThemeToggle } from '../shell/theme-toggle'
import { Checkbox } from '../ui/checkbox'
import { ChoiceField } from '../ui/choice-field'
import { ChoiceList } from '../ui/choice-list'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { SegmentedControl } from '../ui/segmented-control'
import { Select } from '../ui/select'
import { Switch } from '../ui/switch'
import { Textarea } from '../ui/textarea'
import { Specimen } from './specimen'

export function FormParts() {
  const [memory, setMemory] = useState<'default' | 'own' | 'off'>('own')
  const [strategy, setStrategy] = useState<'buffer' | 'sliding-window' | 'off'>('sliding-window')
  const [counter, setCounter] = useState<'o200k' | 'cl100k' | null>('o200k')
  const [areResultsKept, setAreResultsKept] = useState(true)
  const [isStoring, setIsStoring] = useState(true)
  return (
    <Specimen title="Forms" className="grid max-w-93 gap-5">
      <Field label="Memory">
        <SegmentedControl
          label="Memory"
          value={memory}
          onValueChange={setMemory}
          options={[
            { value: 'default', label: 'App default' },
            { value: 'own', label: 'Own window' },
            { value: 'off', label: 'Off' },
          ]}
        />
      </Field>
      <ChoiceField label="Strategy" apiName="strategy" description="What the agent sees of a long thread">
        <ChoiceList
          label="Strategy"
          value={strategy}
          onValueChange={setStrategy}
          choices={[
            {
              value: 'buffer',
              label: 'Last messages',
              apiName: 'buffer',
              description: 'The newest N, cheap and plain',
            },
            {
              value: 'sliding-window',
              label: 'Sliding window',
              apiName: 'sliding-window',
              description: 'Whole turns, up to a budget of tokens',
            },
            { value: 'off', label: 'Off', description: 'The agent sees nothing; writes are stored', disabled: true },
          ]}
        />
      </ChoiceField>
      <Field label="Token budget" apiName="maxTokens" description="30 % of the model’s 8,000. Advice: 50 to 70 %.">
        <Input type="number" defaultValue={2400} unit="tokens" />
      </Field>
      <Field label="Turns at most" apiName="maxTurns" error="A whole number from 1, or nothing for no limit">
        <Input type="number" defaultValue={-3} />
      </Field>
      <Field label="Tokenizer">
        <Select
          value={counter}
          onValueChange={setCounter}
          options={[
            { value: 'o200k', label: 'o200k_base, exact' },
            { value: 'cl100k', label: 'cl100k_base', description: 'Counts of older models' },
          ]}
        />
      </Field>
      <Field label="Title" aside="18 of 1,024">
        <Input placeholder="What it is about" />
      </Field>
      <Field label="Key" disabled description="Shown once.">
        <Input isMono defaultValue="loci_4fd1…" />
      </Field>
      <Field label="Note">
        <Textarea placeholder="Why it was changed" />
      </Field>
      <div className="grid gap-2">
        <Checkbox checked={areResultsKept} onCheckedChange={setAreResultsKept} label="Keep tool results" />
        <Checkbox checked="some" onCheckedChange={() => undefined} label="Some of the rows" />
        <Checkbox checked={false} disabled onCheckedChange={() => undefined} label="Not yours to change" />
      </div>
      <Switch
        checked={isStoring}
        onCheckedChange={setIsStoring}
        label="Store what it writes"
        description="Off: reads still work, writes are dropped."
      />
      <ThemeToggle />
    </Specimen>
  )
}
