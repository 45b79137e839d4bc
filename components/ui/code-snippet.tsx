'use client'

import { useState } from 'react'
import { classNames } from './class-names'
import { CopyButton } from './copy-button'

export interface Snippet {
  /** The tab: "TypeScript", "curl", "Terminal". */
  label: string
  /** The whole of what is copied; it works as pasted. */
  code: string
}

export interface CodeSnippetProps {
  /** One, or several ways of the same thing. */
  snippets: readonly Snippet[]
  className?: string
}

/** Code to take along: shown as it is copied, with keys and addresses already filled in. */
export function CodeSnippet({ snippets, className }: CodeSnippetProps) {
  const [chosen, setChosen] = useState(0)
  const snippet = snippets[chosen] ?? snippets[0]
  if (!snippet) throw new Error('CodeSnippet needs at least one snippet')
  return (
    <figure className={classNames('overflow-clip rounded-md border border-line bg-panel', className)}>
      <figcaption className="flex h-9 items-center gap-1 border-line border-b ps-1 pe-1 pointer-coarse:h-12">
        {snippets.length === 1 ? (
          <span className="px-2 font-medium text-12 text-ink-2">{snippet.label}</span>
        ) : (
          snippets.map((each, place) => (
            <button
              key={each.label}
              type="button"
              aria-pressed={place === chosen}
              onClick={() => setChosen(place)}
              className="h-7 rounded-sm px-2 font-medium text-12 text-ink-3 hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-pick aria-pressed:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
            >
              {each.label}
            </button>
          ))
        )}
        <span className="flex-1" />
        <CopyButton text={snippet.code} isLabelShown />
      </figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={snippet.label}
        className="overflow-x-auto bg-sunk px-3 py-2.5 font-mono text-[12px]/4.5 focus-visible:-outline-offset-2"
      >
        <pre>
          <code>{snippet.code}</code>
        </pre>
      </section>
    </figure>
  )
}
