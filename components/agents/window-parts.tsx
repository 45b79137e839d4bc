'use client'

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { WindowStrategy } from '@/memory/window-fields'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { Select } from '../ui/select'
import { fieldWords, STRATEGY_WORDS } from './window-field-words'
import {
  freshWindow,
  isWritten,
  strategyOf,
  type WindowPath,
  type WindowProblems,
  type WrittenWindow,
  withPartMoved,
  withStrategy,
} from './window-value'

const partStrategies = ['sliding-window', 'buffer', 'summarizing', 'vector'] as const
type PartStrategy = (typeof partStrategies)[number]

export interface WindowPartsProps {
  /** As written: what is no list is shown as none. */
  parts: unknown
  path: WindowPath
  problems: WindowProblems
  max: number
  onChange: (parts: readonly unknown[]) => void
  /** The fields of one part. */
  renderFields: (part: WrittenWindow, index: number, onPart: (part: WrittenWindow) => void) => ReactNode
}

/** The parts of a composite window: in order, each with fields of its own. */
export function WindowParts({ parts, path, problems, max, onChange, renderFields }: WindowPartsProps) {
  const list: readonly unknown[] = Array.isArray(parts) ? parts : []
  const holder = useRef<HTMLOListElement>(null)
  const move = (index: number, by: 1 | -1) => {
    onChange(withPartMoved(list, index, by))
    // The focus goes with the part, so that it can be moved on.
    const way = by === 1 ? 'down' : 'up'
    requestAnimationFrame(() =>
      holder.current?.querySelector<HTMLElement>(`[data-move="${index + by}-${way}"]`)?.focus(),
    )
  }
  const problem = problems.get(path.join('.'))
  const { label } = fieldWords({ name: 'providers' })
  return (
    <section aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-12">
        {label} <span className="ms-0.5 font-mono font-normal text-11 text-ink-3">providers</span>
      </h3>
      {problem ? <p className="text-12 text-bad">{problem}</p> : null}
      <ol ref={holder} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {list.map((part, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone
            key={index}
            className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-line p-3"
          >
            <div className="flex items-center gap-1">
              <span className="me-1 text-12 text-ink-3 tabular-nums">{index + 1}</span>
              <Select<PartStrategy>
                label={`Strategy of part ${index + 1}`}
                className="min-w-0 flex-1"
                options={partStrategies.map((name) => ({
                  value: name,
                  label: STRATEGY_WORDS[name].label,
                  description: name,
                }))}
                value={partStrategyOf(part)}
                onValueChange={(next) =>
                  onChange(list.with(index, isWritten(part) ? withStrategy(part, next) : freshWindow(next)))
                }
              />
              <IconButton
                label={`Move part ${index + 1} up`}
                icon={<ArrowUp aria-hidden="true" />}
                data-move={`${index}-up`}
                aria-disabled={index === 0 || undefined}
                className={index === 0 ? 'text-ink-3' : undefined}
                onClick={() => move(index, -1)}
              />
              <IconButton
                label={`Move part ${index + 1} down`}
                icon={<ArrowDown aria-hidden="true" />}
                data-move={`${index}-down`}
                aria-disabled={index === list.length - 1 || undefined}
                className={index === list.length - 1 ? 'text-ink-3' : undefined}
                onClick={() => move(index, 1)}
              />
              <IconButton
                label={`Remove part ${index + 1}`}
                icon={<X aria-hidden="true" />}
                onClick={() => onChange(list.toSpliced(index, 1))}
              />
            </div>
            {isWritten(part) ? renderFields(part, index, (next) => onChange(list.with(index, next))) : null}
          </li>
        ))}
      </ol>
      <Button
        className="justify-self-start"
        disabled={list.length >= max}
        onClick={() => onChange([...list, freshWindow('buffer')])}
      >
        <Plus aria-hidden="true" />
        Add a part
      </Button>
    </section>
  )
}

function partStrategyOf(part: unknown): PartStrategy | null {
  const strategy: WindowStrategy | null = isWritten(part) ? strategyOf(part) : null
  return partStrategies.find((name) => name === strategy) ?? null
}
