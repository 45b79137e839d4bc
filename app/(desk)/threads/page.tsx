import type { Metadata } from 'next'
import { ThreadsView } from '@/components/threads/threads-view'

export const metadata: Metadata = { title: 'Threads' }

export default function Page() {
  return <ThreadsView />
}
