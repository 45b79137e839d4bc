import type { Metadata } from 'next'
import { readScopePart } from '@/components/data/scope-href'
import { NoScope, ScopePage } from '@/components/scopes/scope-page'

export const metadata: Metadata = { title: 'Subject' }

export default async function Page({ params }: { params: Promise<{ tenant: string; subject: string }> }) {
  const parts = await params
  const tenant = readScopePart(parts.tenant)
  const subject = readScopePart(parts.subject)
  return tenant && subject !== null ? <ScopePage tenant={tenant} subject={subject} /> : <NoScope />
}
