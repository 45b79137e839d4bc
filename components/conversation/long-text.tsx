'use client'

import { Button } from '../ui/button'
import { formatCount } from '../ui/number-format'
import { useFold } from './fold-memory'
import { useFound } from './found-context'
import { MarkdownText } from './markdown-text'

/** Characters shown of a long text, and how much more it must have to be folded at all. */
const SHOWN = 4_000
const FOLDED_FROM = 6_000

export interface LongTextProps {
  name: string
  text: string
  /** Letter by letter as it was written, as people mean it who write no markdown. */
  isPlain?: boolean
  className?: string
}

/** Text of any length: a long one is folded, and says how much there is. */
export function LongText({ name, text, isPlain, className }: LongTextProps) {
  const [isUnfolded, setIsOpen] = useFold(`${name}:text`)
  const isOpen = useFound() !== null || isUnfolded
  if (text.length < FOLDED_FROM) return <MarkdownText text={text} isPlain={isPlain} className={className} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <MarkdownText text={isOpen ? text : `${cutWell(text)}…`} isPlain={isPlain} className={className} />
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
      </Button>
    </div>
  )
}

/** Cuts at a space, and never within a surrogate pair. */
function cutWell(text: string): string {
  const cut = text.slice(0, SHOWN)
  const space = cut.lastIndexOf(' ')
  return (space > SHOWN / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/\uFFFD$/, '')
}
