import type { ReactNode } from 'react'
import { MemoryBar } from '../memory-bar/memory-bar'
import { BrandMark } from '../shell/brand-mark'

export interface AuthCardProps {
  title: string
  text: ReactNode
  /** Steps done, of how many: the bar above the card fills with them. */
  done: number
  steps: number
  children: ReactNode
}

/** One quiet card in the middle of the page. */
export function AuthCard({ title, text, done, steps, children }: AuthCardProps) {
  return (
    <main className="mx-auto grid min-h-full w-full max-w-96 content-start gap-3 px-4 pt-[max(32px,14vh)] pb-8">
      <p className="flex items-center gap-2 font-semibold text-14">
        <BrandMark />
        Loci
      </p>
      <MemoryBar
        isDecorative
        segments={[
          { kind: 'in', tokens: done },
          { kind: 'out', tokens: steps - done },
        ]}
        total={steps}
      />
      <div className="grid gap-5 rounded-lg border border-line bg-panel p-5">
        <div className="grid gap-1">
          <h1 className="font-semibold text-16">{title}</h1>
          <p className="text-13 text-ink-2">{text}</p>
        </div>
        {children}
      </div>
    </main>
  )
}
