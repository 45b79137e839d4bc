'use client'

import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { CreateKeyOutput } from '@/server/schemas/keys'
import { CodeSnippet } from '../ui/code-snippet'
import { CopyButton } from '../ui/copy-button'
import { keySnippets } from './key-snippets'

const neverChanges = () => () => undefined

/** A key that was just made, and code that works as pasted with it. */
export function NewKey({ made }: { made: z.infer<typeof CreateKeyOutput> }) {
  const url = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => 'http://127.0.0.1:3000',
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center gap-2 rounded-md border border-control bg-sunk ps-3 pe-1.5 py-1.5">
        <code className="min-w-0 flex-1 font-mono text-12 wrap-anywhere">{made.key}</code>
        <CopyButton text={made.key} label="Copy key" isLabelShown variant="outline" />
      </div>
      <CodeSnippet snippets={keySnippets({ url, key: made.key, reach: made.view.reach })} />
    </div>
  )
}
