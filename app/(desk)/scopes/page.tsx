import type { Metadata } from 'next'
import { ScopesView } from '@/components/scopes/scopes-view'

export const metadata: Metadata = { title: 'Scopes' }

export default function Page() {
  return <ScopesView />
}
