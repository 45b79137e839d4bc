'use client'

import type { ReactNode } from 'react'
import { DataProvider } from './data/data-provider'
import { LookProviders } from './shell/look-providers'
import type { Theme } from './shell/theme'

export interface ProvidersProps {
  nonce?: string
  theme: Theme
  children: ReactNode
}

/** All that screens take from above. */
export function Providers({ nonce, theme, children }: ProvidersProps) {
  return (
    <LookProviders nonce={nonce} theme={theme}>
      <DataProvider>{children}</DataProvider>
    </LookProviders>
  )
}
