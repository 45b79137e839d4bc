'use client'

import { useRetryPage } from '@/components/data/retry-page'
import { TopLine } from '@/components/shell/top-line'
import { ErrorState } from '@/components/ui/error-state'

/** Keeps the rail when a page fails: the way elsewhere stays open. */
export default function DeskError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const retry = useRetryPage(reset)
  return (
    <>
      <TopLine crumbs={[{ label: 'Something failed' }]} />
      <div className="overflow-auto">
        <ErrorState
          title="This page could not be shown"
          kept="Nothing was changed, and what agents store goes on."
          next="Try again. If it stays, give the id below to whoever runs Loci."
          requestId={error.digest}
          onRetry={retry}
        />
      </div>
    </>
  )
}
