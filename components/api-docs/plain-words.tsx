import { Fragment } from 'react'
import { classNames } from '../ui/class-names'

/** Paragraphs, lists and `names` of the document's descriptions; nothing else of Markdown is in them. */
export function PlainWords({ text, className }: { text: string; className?: string }) {
  return (
    <div className={classNames('grid max-w-160 gap-2', className)}>
      {text.split(/\n{2,}/).map((block) =>
        block.startsWith('- ') ? (
          <ul key={block} className="grid list-disc gap-1 ps-4.5">
            {block.split('\n').map((line) => (
              <li key={line}>
                <WordsWithNames text={line.slice(2)} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={block}>
            <WordsWithNames text={block} />
          </p>
        ),
      )}
    </div>
  )
}

/** A line in which what stands between backticks is code. */
export function WordsWithNames({ text }: { text: string }) {
  return text.split('`').map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={place}>
      {place % 2 === 1 ? <code className="font-mono text-[0.92em] wrap-anywhere">{part}</code> : part}
    </Fragment>
  ))
}
