import type { PersonView } from '@/server/schemas/people'
import { classNames } from '../ui/class-names'
import { cutMentions } from './mention-text'

export interface NoteTextProps {
  text: string
  mentions: readonly PersonView[]
  className?: string
}

/** What a note says, letter by letter as it was written; who is mentioned stands out. */
export function NoteText({ text, mentions, className }: NoteTextProps) {
  return (
    <p dir="auto" className={classNames('whitespace-pre-wrap text-13 wrap-anywhere', className)}>
      {cutMentions(text.trim(), mentions).map((piece) =>
        piece.person ? (
          <b key={piece.at} title={piece.person.email} className="rounded-xs bg-pick px-0.5 font-medium">
            {piece.text}
          </b>
        ) : (
          <span key={piece.at}>{piece.text}</span>
        ),
      )}
    </p>
  )
}
