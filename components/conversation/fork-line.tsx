'use client'

import { threadHref } from '../data/scope-href'
import { MemoryRail } from '../memory-bar/memory-rail'
import type { MemoryKind } from '../memory-bar/memory-segments'
import { Link } from '../ui/link'

/** Where a fork's own messages begin. */
export interface ForkStart {
  /** Messages that it began with, as copies. */
  copied: number
  parentUid: string
  /** The newest seq of the source that it knows. */
  forkedAtSeq: number
}

/** Stands after the messages that a fork began with. */
export function ForkLine({ start, kind }: { start: ForkStart; kind: MemoryKind }) {
  return (
    // A feed holds articles alone, and a link must stand in one.
    <article aria-label="Where the fork begins" className="day-line">
      <MemoryRail kind={kind} isDecorative />
      <p>
        <Link
          href={`${threadHref(start.parentUid)}?message=${start.forkedAtSeq}`}
          className="rounded-xs underline-offset-2 hover:underline"
        >
          forked here
        </Link>
      </p>
    </article>
  )
}
