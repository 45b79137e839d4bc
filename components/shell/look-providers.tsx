'use client'

import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { ToastProvider } from '../ui/toast'
import { TooltipProvider } from '../ui/tooltip'
import type { Theme } from './theme'
import { ThemeProvider } from './theme-provider'

export interface LookProvidersProps {
  /** The request's nonce, for what Base UI might add to the page. */
  nonce?: string
  theme: Theme
  children: ReactNode
}

/** What every screen needs of the look: theme, nonce, tooltips, toasts. */
export function LookProviders({ nonce, theme, children }: LookProvidersProps) {
  return (
    <CSPProvider nonce={nonce} disableStyleElements>
      <ThemeProvider initial={theme}>
        <TooltipProvider delay={500} closeDelay={80}>
          <ToastProvider>{children}</ToastProvider>
        </TooltipProvider>
      </ThemeProvider>
    </CSPProvider>
  )
}
