import type { Metadata } from 'next'
import { ApiDocsPage } from '@/components/api-docs/api-docs-page'

export const metadata: Metadata = { title: 'API' }

export default function Page() {
  return <ApiDocsPage />
}
