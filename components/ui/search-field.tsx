'use client'

import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from './class-names'
import { controlStyle } from './input'
import { KeyHint } from './key-hint'
import { useShortcut } from './use-shortcut'

export interface SearchFieldProps {
  value: string
  onValueChange: (value: string) => void
  /** The name, also the placeholder: "Search in messages". */
  label: string
  /** The key that goes to it; null for a second field on a screen. Default `/`. */
  shortcut?: string | null
  /** Called on Enter. */
  onSubmit?: () => void
  className?: string
}

/**
 * Search. `/` goes to it; Escape clears it, and once more leaves it. A text that is too long is kept whole: who asks is
 * told so, a cut one would find other things.
 */
export function SearchField({ value, onValueChange, label, shortcut = '/', onSubmit, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut(shortcut ?? '/', () => input.current?.select(), { label, isOn: shortcut !== null })

  return (
    <div className={classNames('relative w-70 max-w-full', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute start-2 top-1/2 size-4 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        spellCheck={false}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') onSubmit?.()
          if (event.key !== 'Escape') return
          event.preventDefault()
          if (value) onValueChange('')
          else event.currentTarget.blur()
        }}
        className={classNames(
          controlStyle,
          'h-7 appearance-none text-ellipsis ps-7.5 pe-8 pointer-coarse:h-11 [&::-webkit-search-cancel-button]:appearance-none',
          value === '' && 'max-sm:pe-2 pointer-coarse:pe-2',
        )}
      />
      <span className="absolute inset-y-0 end-1.5 flex items-center">
        {value ? (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              onValueChange('')
              input.current?.focus()
            }}
            className="flex size-6 items-center justify-center rounded-sm text-ink-3 hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        ) : shortcut ? (
          <span className="pointer-coarse:hidden max-sm:hidden">
            <KeyHint keys={shortcut} />
          </span>
        ) : null}
      </span>
    </div>
  )
}
