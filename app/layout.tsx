import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from '@/components/providers'
import { readTheme, themeCookie } from '@/components/shell/theme'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Loci', template: '%s · Loci' },
  description: 'Memory backend and review desk for AI agents',
  robots: { index: false, follow: false },
  referrer: 'same-origin',
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f4f4f2' },
    { media: '(prefers-color-scheme: dark)', color: '#0c0c0d' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [requestHeaders, requestCookies] = await Promise.all([headers(), cookies()])
  const nonce = requestHeaders.get('x-nonce') ?? undefined
  const theme = readTheme(requestCookies.get(themeCookie)?.value)
  return (
    <html
      lang="en"
      data-theme={theme === 'system' ? undefined : theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning
    >
      <body>
        <Providers nonce={nonce} theme={theme}>
          <div className="root h-full">{children}</div>
        </Providers>
      </body>
    </html>
  )
}
