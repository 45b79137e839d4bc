'use client'

import { useState } from 'react'
import { type WindowField, windowFields } from '@/memory/window-fields'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { Select } from '../ui/select'
import { Switch } from '../ui/switch'
import { Textarea } from '../ui/textarea'
import { WordsWithNames } from '../ui/words-with-names'
import { LimitField } from './limit-field'
import { stepWords } from './step-words'
import { CHOICE_WORDS, fieldWords } from './window-field-words'
import { WindowParts } from './window-parts'
import { strategyOf, type WindowPath, type WindowProblems, type WrittenWindow, withField } from './window-value'

export interface WindowObjectFieldsProps {
  window: WrittenWindow
  path: WindowPath
  problems: WindowProblems
  onChange: (window: WrittenWindow) => void
}

/** The fields of one window or part, as the schema has them; what people rarely set stands under "More". */
export function WindowObjectFields({ window, path, problems, onChange }: WindowObjectFieldsProps) {
  const strategy = strategyOf(window)
  // Only at first: whoever empties the last rare field goes on in it.
  const [isRareOpen] = useState(
    () => strategy !== null && windowFields(strategy).some((field) => fieldWords(field).isRare && field.name in window),
  )
  if (strategy === null) return null
  const fields = windowFields(strategy).map((field) =>
    isOtherName(window, field) ? { ...field, name: 'lastMessages' } : field,
  )
  const known = new Set(['strategy', ...fields.map(({ name }) => name)])
  const unknown = Object.keys(window).filter((name) => !known.has(name))
  const shown = (field: WindowField) => (
    <OneField key={field.name} field={field} window={window} path={path} problems={problems} onChange={onChange} />
  )
  const rare = fields.filter((field) => fieldWords(field).isRare)
  return (
    <>
      {problems.has(path.join('.')) ? <p className="text-12 text-bad">{problems.get(path.join('.'))}</p> : null}
      {fields.filter((field) => !fieldWords(field).isRare).map(shown)}
      <details className="group grid grid-cols-[minmax(0,1fr)] gap-4" open={isRareOpen || undefined}>
        <summary className="w-fit rounded-sm py-1 font-medium text-12 text-ink-2 hover:text-ink">More</summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">{rare.map(shown)}</div>
      </details>
      {unknown.map((name) => (
        <div key={name} role="alert" className="flex items-start justify-between gap-2 text-12">
          <p>
            <span className="font-mono">{name}</span>{' '}
            <span className="text-bad">{problems.get([...path, name].join('.')) ?? 'No window has such a field.'}</span>
          </p>
          <Button size="small" onClick={() => onChange(withField(window, name, undefined))}>
            Remove
          </Button>
        </div>
      ))}
    </>
  )
}

/** `lastMessages` is read for `maxMessages`: where it was written, it is what is edited. */
function isOtherName(window: WrittenWindow, { name }: WindowField): boolean {
  return name === 'maxMessages' && window.maxMessages === undefined && window.lastMessages !== undefined
}

function OneField({ field, window, path, problems, onChange }: WindowObjectFieldsProps & { field: WindowField }) {
  const { name, kind } = field
  const help = <WordsWithNames text={field.description} />
  const { label, unit, whenEmpty, scale } = fieldWords(field)
  const value = window[name]
  const error = problems.get([...path, name].join('.'))
  const set = (next: unknown) => onChange(withField(window, name, next))
  switch (kind) {
    case 'whole':
      return (
        <LimitField
          label={label}
          apiName={name}
          unit={unit}
          whenEmpty={whenEmpty}
          scale={scale}
          whenAbsent={whenEmpty === 'no limit' ? undefined : Number(field.whenAbsent ?? 0)}
          description={help}
          value={numberOf(value)}
          onChange={(next) => set(next ?? undefined)}
          error={error}
        />
      )
    case 'share': {
      const factor = name === 'step' ? 100 : 1
      const number = numberOf(value)
      return (
        <LimitField
          label={label}
          apiName={name}
          unit={unit}
          whenEmpty={whenEmpty}
          description={name === 'step' ? stepWords(window) : help}
          value={number === null ? null : Number((number * factor).toFixed(4))}
          onChange={(next) => set(next === null ? undefined : Number((next / factor).toFixed(6)))}
          error={error}
        />
      )
    }
    case 'text': {
      const text = typeof value === 'string' ? value : ''
      const change = (next: string) => set(next === '' ? undefined : next)
      return (
        <Field label={label} apiName={name} description={help} error={error}>
          {name === 'prompt' ? (
            <Textarea rows={3} value={text} placeholder={whenEmpty} onChange={(event) => change(event.target.value)} />
          ) : (
            <Input isMono value={text} placeholder={whenEmpty} onValueChange={change} />
          )}
        </Field>
      )
    }
    case 'choice':
      if (field.choices.length === 1) {
        const [only] = field.choices
        return (
          <Switch
            checked={value === only}
            onCheckedChange={(isOn) => set(isOn ? only : undefined)}
            label={
              <>
                {label} <span className="font-mono font-normal text-11 text-ink-3">{name}</span>
              </>
            }
            description={error ?? help}
          />
        )
      }
      return (
        <Field label={label} apiName={name} description={help} error={error}>
          <Select
            options={field.choices.map((choice) => ({
              value: choice,
              label: CHOICE_WORDS[choice] ?? choice,
              description: choice,
            }))}
            value={typeof value === 'string' ? value : String(field.whenAbsent ?? '')}
            onValueChange={set}
          />
        </Field>
      )
    case 'parts':
      return (
        <WindowParts
          parts={window.providers}
          path={[...path, name]}
          problems={problems}
          max={field.max}
          onChange={set}
          renderFields={(part, index, onPart) => (
            <WindowObjectFields window={part} path={[...path, name, index]} problems={problems} onChange={onPart} />
          )}
        />
      )
  }
}

/** Of a value that is no number NaN, so that the field can say so. */
function numberOf(value: unknown): number | null {
  if (value === undefined) return null
  return typeof value === 'number' ? value : Number.NaN
}
