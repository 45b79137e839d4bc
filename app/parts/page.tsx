import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PartsPage } from '@/components/parts/parts-page'

export const metadata: Metadata = { title: 'Parts' }

/** All parts in all their states, for whoever works on the look; there is no such page in the product. */
export default function Page() {
  // biome-ignore lint/style/noProcessEnv: Next writes this value into the page when it is built.
  if (process.env.NODE_ENV !== 'development') notFound()
  return <PartsPage />
}
