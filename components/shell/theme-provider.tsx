'use client'

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { type Theme, themeCookie } from './theme'

interface ThemeChoice {
  theme: Theme
  setTheme: (theme: Theme) => void
}

const ThemeContext = createContext<ThemeChoice | null>(null)

/** Holds the chosen theme; `initial` is what the server read from the cookie. */
export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setState] = useState(initial)
  const setTheme = useCallback((next: Theme) => {
    setState(next)
    const root = document.documentElement
    if (next === 'system') delete root.dataset.theme
    else root.dataset.theme = next
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
    document.cookie = `${themeCookie}=${next}; path=/; max-age=31536000; samesite=lax`
  }, [])
  const choice = useMemo(() => ({ theme, setTheme }), [theme, setTheme])
  return <ThemeContext value={choice}>{children}</ThemeContext>
}

/** The chosen theme and how to change it. */
export function useTheme(): ThemeChoice {
  const choice = useContext(ThemeContext)
  if (!choice) throw new Error('useTheme is used outside of ThemeProvider')
  return choice
}
