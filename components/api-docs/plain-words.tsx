import { classNames } from '../ui/class-names'
import { WordsWithNames } from '../ui/words-with-names'

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
