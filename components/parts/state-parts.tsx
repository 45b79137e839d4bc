'use client'

import { useState } from 'react'
import { Button } from '../ui/button'
import { CodeSnippet } from '../ui/code-snippet'
import { EmptyState } from '../ui/empty-state'
import { ErrorState } from '../ui/error-state'
import { NoMatchState } from '../ui/no-match-state'
import { SkeletonRows } from '../ui/skeleton'
import { Specimen } from './specimen'

const typescript = `import { Loci } from 'loci/sdk'

const loci = new Loci({ url: 'http://127.0.0.1:3000', key: process.env.LOCI_API_KEY })
const memory = loci.for({ tenant: 'acme', subject: 'u-2201' })
await memory.write('order-5531', [{ role: 'user', content: 'Where is my lamp?' }])`
const curl = `curl -s http://127.0.0.1:3000/api/trpc/threads.list \\
  -H "authorization: Bearer $LOCI_API_KEY"`

export function StateParts() {
  const [isRetrying, setIsRetrying] = useState(false)
  const frame = 'w-full rounded-md border border-line bg-panel'
  return (
    <div className="grid min-w-0 content-start gap-6">
      <Specimen title="Loading">
        <SkeletonRows rows={3} label="Loading threads" className={frame} />
      </Specimen>
      <Specimen title="Nothing yet">
        <EmptyState
          className={frame}
          title="No threads yet"
          text="A thread appears here as soon as an agent writes its first message. Paste this into one, or look at the samples first."
          action={
            <>
              <Button variant="main">Make a key</Button>
              <Button>Load samples</Button>
            </>
          }
        >
          <CodeSnippet
            snippets={[
              { label: 'TypeScript', code: typescript },
              { label: 'curl', code: curl },
            ]}
          />
        </EmptyState>
      </Specimen>
      <Specimen title="No match">
        <NoMatchState
          className={frame}
          title="No thread matches"
          text="48,210 threads without filters."
          filters={[
            { label: 'agent', value: 'support' },
            { label: 'active', value: 'last 24 h' },
          ]}
          onClear={() => undefined}
        />
      </Specimen>
      <Specimen title="Error" className="grid">
        <ErrorState
          className={frame}
          title="The threads could not be loaded"
          kept="Nothing was changed; your filters are kept."
          next="Try again. If it stays, give the id below to whoever runs Loci."
          requestId="req_01JDX8Q2M7"
          isRetrying={isRetrying}
          onRetry={() => {
            setIsRetrying(true)
            setTimeout(() => setIsRetrying(false), 1_200)
          }}
        />
        <ErrorState
          layout="inline"
          title="The older messages could not be loaded"
          kept="What you see is complete from 09:14 on."
          requestId="req_01JDX8Q2M8"
          onRetry={() => undefined}
        />
      </Specimen>
    </div>
  )
}
