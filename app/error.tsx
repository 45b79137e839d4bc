'use client'

import { useRetryPage } from '@/components/data/retry-page'
import { ErrorState } from '@/components/ui/error-state'

export default function RootError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const retry = useRetryPage(reset)
  return (
    <main className="mx-auto max-w-140">
      <h1 className="sr-only">Loci: something failed</h1>
      <ErrorState
        title="Loci could not show this page"
        kept="Nothing was changed, and what agents store goes on."
        next="Try again. If it stays, give the id below to whoever runs Loci."
        requestId={error.digest}
        onRetry={retry}
      />
    </main>
  )
}
