'use client'

import { useSyncExternalStore } from 'react'
import { LoadSamples } from '../samples/load-samples'
import { LinkButton } from '../ui/button'
import { CodeSnippet } from '../ui/code-snippet'
import { EmptyState } from '../ui/empty-state'
import { Spinner } from '../ui/spinner'

const neverChanges = () => () => undefined

function snippetsFor(url: string) {
  return [
    {
      label: 'TypeScript',
      code: `import { Loci } from 'loci-sdk/client'

const loci = new Loci({
  url: '${url}',
  key: process.env.LOCI_API_KEY,
})
const { memory } = loci.for({ tenant: 'acme', subject: 'user-1' })

await memory.write({
  sessionId: 'order-5531',
  agentName: 'support',
  messages: [
    { role: 'user', content: 'Where is my parcel?' },
    { role: 'assistant', content: 'It arrives tomorrow.' },
  ],
})`,
    },
    {
      label: 'curl',
      code: `curl ${url}/api/trpc/memory.write \\
  -H "authorization: Bearer $LOCI_API_KEY" \\
  -H "content-type: application/json" \\
  -d '{
    "sessionId": "order-5531",
    "agentName": "support",
    "scope": { "tenant": "acme", "subject": "user-1" },
    "messages": [
      { "role": "user", "content": "Where is my parcel?" },
      { "role": "assistant", "content": "It arrives tomorrow." }
    ]
  }'`,
    },
  ]
}

/** Before the first thread: a key, code that works as pasted, samples, and a line that waits with the reader. */
export function FirstThread() {
  const url = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => 'http://127.0.0.1:3000',
  )
  return (
    <EmptyState
      title="No threads yet"
      text="A thread appears here as soon as an agent writes its first message. Make a key, paste this into an agent, or look around in samples first."
      action={
        <>
          <LinkButton href="/keys" variant="main">
            Make a key
          </LinkButton>
          <LoadSamples />
        </>
      }
    >
      <CodeSnippet snippets={snippetsFor(url)} />
      <p className="flex items-center gap-2 text-12 text-ink-3">
        <Spinner label={null} />
        Waiting for the first message. It shows here by itself.
      </p>
    </EmptyState>
  )
}
