import { Fragment } from 'react'

/** A line in which what stands between backticks is code. */
export function WordsWithNames({ text }: { text: string }) {
  return text.split('`').map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={place}>
      {place % 2 === 1 ? <code className="font-mono text-[0.92em] wrap-anywhere">{part}</code> : part}
    </Fragment>
  ))
}
