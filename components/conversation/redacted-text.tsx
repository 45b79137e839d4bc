import { Eraser } from 'lucide-react'
import { Time } from '../ui/time'

/** What stands where a text was taken out; nobody can read it any more, agents included. */
export function RedactedText({ at }: { at: string }) {
  return (
    <p className="my-0.5 inline-flex max-w-full items-center gap-1.5 rounded-md border border-line-strong border-dashed px-2.5 py-1 text-12 text-ink-2">
      <Eraser aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        Redacted, <Time value={at} show="minute" />
      </span>
    </p>
  )
}
