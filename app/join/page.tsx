import type { Metadata } from 'next'
import { JoinPage } from '@/components/auth/join-page'

export const metadata: Metadata = { title: 'Join' }

export default function Page() {
  return <JoinPage />
}
