'use client'

import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo, useRef } from 'react'
import type { WindowStrategy } from '@/memory/window-fields'
import { Button } from '../ui/button'
import { ChoiceField } from '../ui/choice-field'
import { ChoiceList } from '../ui/choice-list'
import { Field } from '../ui/field'
import { Tabs } from '../ui/tabs'
import { Textarea } from '../ui/textarea'
import { ContextSize } from './context-size'
import { STRATEGY_WORDS } from './window-field-words'
import { WindowObjectFields } from './window-object-fields'
import { parseWindow, problemsOf, strategyOf, type WrittenWindow, withStrategy, writeWindow } from './window-value'

export interface WindowEditorProps {
  /** The window as JSON. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}

const views = ['fields', 'json'] as const
const strategies = ['sliding-window', 'buffer', 'summarizing', 'vector', 'composite'] as const

/** A window by its fields or as JSON: two views of one value. Which of them is in the address. */
export function WindowEditor({ value, onChange, onBlur }: WindowEditorProps) {
  const [view, setView] = useQueryState('as', parseAsStringLiteral(views).withDefault('fields'))
  const window = useMemo(() => parseWindow(value), [value])
  const problems = useMemo(() => (window ? problemsOf(window) : new Map<string, string>()), [window])
  const jsonError = window ? [...problems].map(([place, words]) => (place ? `${place}: ${words}` : words)) : [noJson]
  return (
    <Tabs
      label="Window"
      className="-mx-5 border-line border-b"
      panelClassName="px-5 py-4"
      value={view}
      onValueChange={(next) => void setView(next)}
      tabs={[
        {
          value: 'fields',
          label: 'Fields',
          panel: window ? (
            <StrategyFields window={window} problems={problems} onChange={(next) => onChange(writeWindow(next))} />
          ) : (
            <div role="alert" className="grid justify-items-start gap-2 text-13">
              <p>
                What stands under JSON is no JSON of a window, so there are no fields to show. Nothing of it is lost.
              </p>
              <Button onClick={() => void setView('json')}>Show the JSON</Button>
            </div>
          ),
        },
        {
          value: 'json',
          label: 'JSON',
          panel: (
            <Field
              label="Window"
              apiName="window"
              description="The same window as under Fields, as the API takes it."
              error={jsonError.length > 0 ? jsonError.map((words) => <p key={words}>{words}</p>) : undefined}
            >
              <Textarea
                rows={16}
                spellCheck={false}
                className="font-mono text-12"
                value={value}
                onChange={(event) => onChange(event.target.value)}
                onBlur={onBlur}
              />
            </Field>
          ),
        },
      ]}
    />
  )
}

const noJson = 'No JSON of a window.'

interface StrategyFieldsProps {
  window: WrittenWindow
  problems: ReadonlyMap<string, string>
  onChange: (window: WrittenWindow) => void
}

function StrategyFields({ window, problems, onChange }: StrategyFieldsProps) {
  const strategy = strategyOf(window)
  const [contextText, setContextText] = useQueryState('context', parseAsString)
  // What was last written under each strategy, while one looks at the others.
  const written = useRef(new Map<WindowStrategy, WrittenWindow>())
  const choose = (next: WindowStrategy) => {
    if (strategy !== null) written.current.set(strategy, window)
    onChange(withStrategy(window, next, written.current.get(next)))
  }
  const { maxTokens, reservedTokens } = window
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      <ChoiceField label="Strategy" apiName="strategy" description={problems.get('strategy')}>
        <ChoiceList<WindowStrategy | ''>
          label="Strategy"
          value={strategy ?? ''}
          onValueChange={(next) => {
            if (next !== '') choose(next)
          }}
          choices={strategies.map((name) => ({ value: name, apiName: name, ...STRATEGY_WORDS[name] }))}
        />
      </ChoiceField>
      <WindowObjectFields window={window} path={[]} problems={problems} onChange={onChange} />
      <ContextSize
        contextSize={contextText === null ? null : Number(contextText)}
        onContextSize={(size) => void setContextText(size === null ? null : String(size))}
        maxTokens={typeof maxTokens === 'number' ? maxTokens : null}
        reservedTokens={typeof reservedTokens === 'number' ? reservedTokens : 0}
        onMaxTokens={(tokens) => onChange({ ...window, maxTokens: tokens })}
      />
    </div>
  )
}
