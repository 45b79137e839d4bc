import type { Metadata } from 'next'
import { ConversationPage } from '@/components/conversation/conversation-page'

export const metadata: Metadata = { title: 'Thread' }

export default async function Page({ params }: { params: Promise<{ uid: string }> }) {
  const { uid } = await params
  return <ConversationPage uid={uid} />
}
