'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { createApiClient } from './api-client'
import { createQueryClient } from './query-client'
import { signInHref } from './sign-in-href'
import { TRPCProvider } from './trpc'

/** A whole page load, so that nothing of the last person stays in memory. */
function goToSignIn() {
  const { pathname, search } = window.location
  if (['/sign-in', '/setup', '/join'].some((path) => pathname.startsWith(path))) return
  window.location.assign(signInHref(`${pathname}${search}`))
}

/** What screens need to ask the server: the cache, the typed client, and state in the URL. */
export function DataProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(goToSignIn))
  const [trpcClient] = useState(createApiClient)
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <NuqsAdapter>{children}</NuqsAdapter>
      </TRPCProvider>
    </QueryClientProvider>
  )
}
