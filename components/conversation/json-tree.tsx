'use client'

import { JsonView } from 'react-json-view-lite'
import { isJsonObject } from '@/memory/canonical-json'
import { parseJson } from '@/memory/tool-outcome'
import { classNames } from '../ui/class-names'
import { CopyButton } from '../ui/copy-button'
import { useFold } from './fold-memory'

/** A list or object with more entries stays folded until it is asked for. */
const OPEN_ENTRIES = 40
/** Raw text beyond this many characters is cut on screen; copying gives all of it. */
const LONGEST_RAW = 100_000

const icon = 'inline-block w-4 cursor-pointer text-ink-3 select-none'
const style = {
  container: 'font-mono text-[12px]/4.5 wrap-anywhere',
  basicChildStyle: 'ps-3',
  childFieldsContainer: '',
  label: 'me-1 text-ink-2',
  clickableLabel: 'me-1 cursor-pointer text-ink-2',
  nullValue: 'text-ink-3',
  undefinedValue: 'text-ink-3',
  stringValue: 'text-ink whitespace-pre-wrap',
  booleanValue: 'text-ink font-medium',
  numberValue: 'text-ink font-medium',
  otherValue: 'text-ink',
  punctuation: 'text-ink-3',
  collapseIcon: classNames(icon, "after:content-['▾']"),
  expandIcon: classNames(icon, "after:content-['▸']"),
  collapsedContent: "me-1 text-ink-3 after:content-['…']",
  noQuotesForStringValues: false,
  quotesForFieldNames: false,
  ariaLables: { collapseJson: 'Fold', expandJson: 'Unfold' },
  stringifyStringValues: true,
}

function shouldOpen(level: number, value: unknown): boolean {
  const entries = Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0
  return level < 2 && entries <= OPEN_ENTRIES
}

export interface JsonTreeProps {
  /** Unique on the screen: remembers whether the raw text was asked for. */
  name: string
  /** Its heading: "Arguments". */
  label: string
  /** An object or list, or text that may hold one; other text is shown as it is. */
  value: unknown
}

/** JSON as a tree, or raw. */
export function JsonTree({ name, label, value }: JsonTreeProps) {
  const [isRaw, setIsRaw] = useFold(`${name}:raw`)
  const parsed = typeof value === 'string' ? parseJson(value) : value
  const tree = Array.isArray(parsed) || isJsonObject(parsed) ? parsed : null
  const raw = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <div className="flex h-6 items-center gap-1 font-sans text-11 text-ink-3">
        <span className="flex-1">{label}</span>
        {tree ? (
          <button
            type="button"
            aria-pressed={isRaw}
            onClick={() => setIsRaw(!isRaw)}
            className="h-6 rounded-sm px-1.5 font-medium hover:bg-hover hover:text-ink aria-pressed:bg-pick aria-pressed:text-ink pointer-coarse:h-11"
          >
            Raw
          </button>
        ) : null}
        <CopyButton text={raw} label={`Copy ${label.toLowerCase()}`} size="small" />
      </div>
      {tree && !isRaw ? (
        <JsonView data={tree} style={style} shouldExpandNode={shouldOpen} aria-label={label} />
      ) : (
        <pre dir="auto" className="font-mono text-[12px]/4.5 whitespace-pre-wrap wrap-anywhere">
          {raw.length > LONGEST_RAW ? `${raw.slice(0, LONGEST_RAW)}… (copy gives all of it)` : raw}
        </pre>
      )}
    </div>
  )
}
