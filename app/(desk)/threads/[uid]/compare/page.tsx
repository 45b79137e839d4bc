import type { Metadata } from 'next'
import { ComparePage } from '@/components/compare/compare-page'

export const metadata: Metadata = { title: 'Side by side' }

export default async function Page({ params }: { params: Promise<{ uid: string }> }) {
  const { uid } = await params
  return <ComparePage uid={uid} />
}
