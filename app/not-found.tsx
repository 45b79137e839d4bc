import type { Metadata } from 'next'
import { BrandMark } from '@/components/shell/brand-mark'
import { LinkButton } from '@/components/ui/button'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main className="mx-auto grid max-w-140 content-start gap-4 px-4 pt-[18vh]">
      <BrandMark />
      <div className="grid gap-1">
        <h1 className="font-semibold text-20">Nothing is here</h1>
        <p className="text-13 text-ink-2">
          The address is wrong, what was here is deleted, or it is in a scope that you do not see.
        </p>
      </div>
      <div className="flex gap-2">
        <LinkButton href="/threads" variant="main">
          Go to threads
        </LinkButton>
        <LinkButton href="/trash">Look in the trash</LinkButton>
      </div>
    </main>
  )
}
