import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Desk } from '@/components/shell/desk'
import { getBridge } from '@/server/bridge'

/** Without a session the first call of any page leads to the sign-in, and back to where one was. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const viewer = await getBridge().viewer(await headers())
  return <Desk viewer={viewer}>{children}</Desk>
}
