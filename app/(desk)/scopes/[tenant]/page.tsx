import type { Metadata } from 'next'
import { readScopePart } from '@/components/data/scope-href'
import { NoScope, ScopePage } from '@/components/scopes/scope-page'

export const metadata: Metadata = { title: 'Tenant' }

export default async function Page({ params }: { params: Promise<{ tenant: string }> }) {
  const tenant = readScopePart((await params).tenant)
  return tenant ? <ScopePage tenant={tenant} /> : <NoScope />
}
