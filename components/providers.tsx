'use client'

import type { ReactNode } from 'react'
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
      {children}
    </LookProviders>
  )
}
