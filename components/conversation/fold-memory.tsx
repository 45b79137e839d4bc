'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'

const FoldContext = createContext<Map<string, boolean> | null>(null)

/** Remembers what was opened, for rows that leave the page while one scrolls. */
export function FoldMemory({ children }: { children: ReactNode }) {
  const [memory] = useState(() => new Map<string, boolean>())
  return <FoldContext value={memory}>{children}</FoldContext>
}

/** Open or folded, by a name that is unique on the screen; remembered within a FoldMemory. */
export function useFold(name: string, initial = false): [boolean, (isOpen: boolean) => void] {
  const memory = useContext(FoldContext)
  const [isOpen, setIsOpen] = useState(() => memory?.get(name) ?? initial)
  const set = (next: boolean) => {
    memory?.set(name, next)
    setIsOpen(next)
  }
  return [isOpen, set]
}
