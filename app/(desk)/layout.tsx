import type { ReactNode } from 'react'
import { Desk } from '@/components/shell/desk'

/** Without a session the first call of any page leads to the sign-in, and back to where one was. */
export default function DeskLayout({ children }: { children: ReactNode }) {
  return <Desk>{children}</Desk>
}
