import type { Metadata } from 'next'
import { EntriesPage } from '@/components/entries/entries-page'

export const metadata: Metadata = { title: 'Entries' }

export default async function Page({ params }: { params: Promise<{ uid: string }> }) {
  const { uid } = await params
  return <EntriesPage uid={uid} />
}
