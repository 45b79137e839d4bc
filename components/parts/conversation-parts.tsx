import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { MemoryRail, WindowEdge } from '../memory-bar/memory-rail'
import type { MemoryKind } from '../memory-bar/memory-segments'
import { classNames } from '../ui/class-names'
import { Time } from '../ui/time'
import { Specimen } from './specimen'

interface TurnProps {
  kind: MemoryKind
  who: string
  at: string
  tokens: number
  why?: string
  isFirst?: boolean
  isLast?: boolean
  children: ReactNode
}

function Turn({ kind, who, at, tokens, why, isFirst, isLast, children }: TurnProps) {
  return (
    <article className="grid grid-cols-[44px_minmax(0,1fr)_92px]">
      <MemoryRail kind={kind} isFirst={isFirst} isLast={isLast} />
      <div className="py-2">
        <div className="mb-0.75 flex items-center gap-1.5 font-medium text-12 text-ink-2">
          {who} <Time value={at} show="clock" className="font-normal text-ink-3" />
        </div>
        <div className={classNames('max-w-170 text-14', kind === 'out' && 'text-ink-3')}>{children}</div>
      </div>
      <div className="py-2 pe-4 text-end text-11 text-ink-3 tabular-nums">
        {tokens}
        {why ? <div>{why}</div> : null}
      </div>
    </article>
  )
}

function Said({ children }: { children: ReactNode }) {
  return <span className="inline-block rounded-md border border-line bg-sunk px-3 py-2">{children}</span>
}

/** How the rail stands beside messages. */
export function ConversationParts() {
  return (
    <Specimen title="Rail and edge" className="block">
      <Turn isFirst kind="summary" who="Customer" at="2026-11-30T09:10:00Z" tokens={120} why="in the summary">
        <Said>Hello, I have a question about an order.</Said>
      </Turn>
      <Turn kind="out" who="Customer" at="2026-11-30T09:12:00Z" tokens={38} why="over 4,000 tokens">
        <Said>My order 5531 came today but there is a desk lamp in the box.</Said>
      </Turn>
      <Turn kind="out" who="support" at="2026-11-30T09:12:00Z" tokens={412} why="kept out whole with its tool results">
        I am sorry about that. Let me look at the order.
        <div className="mt-1.5 flex items-center gap-2 rounded-md border border-line bg-panel px-2.5 py-1.25 font-mono text-12">
          <Wrench aria-hidden="true" className="size-4 shrink-0" />
          <b className="font-medium">order.get</b>
          <span className="min-w-0 truncate">{'{ id: "5531" }'}</span>
          <span className="ms-auto shrink-0">ok · 120 ms</span>
        </div>
      </Turn>
      <Turn kind="pin" who="Customer" at="2026-11-30T09:14:00Z" tokens={29} why="pinned">
        <Said>Please note I am not at home on Fridays, my neighbour at 12b takes parcels.</Said>
      </Turn>
      <WindowEdge seenMessages={34} totalMessages={64} tokens={3_912} maxTokens={4_000} />
      <Turn isLast kind="in" who="support" at="2026-11-30T09:15:00Z" tokens={524}>
        Noted. The floor lamp is in stock. I can send it today and have the wrong one collected at 12b on Friday, or
        refund you in full. Which do you prefer?
      </Turn>
    </Specimen>
  )
}
