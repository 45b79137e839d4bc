import { Ban, Check, CircleAlert, CircleDashed, type LucideIcon } from 'lucide-react'
import type { JobState as State } from '@/server/schemas/jobs'
import { classNames } from '../ui/class-names'
import { Spinner } from '../ui/spinner'
import { stateWords } from './job-words'

const icons: Readonly<Record<Exclude<State, 'running'>, LucideIcon>> = {
  queued: CircleDashed,
  done: Check,
  failed: CircleAlert,
  cancelled: Ban,
}

/** A job's state as a shape and a word: never by colour alone. */
export function JobState({ state }: { state: State }) {
  const Icon = state === 'running' ? null : icons[state]
  return (
    <span className={classNames('flex min-w-0 items-center gap-1.5', state === 'failed' && 'text-bad')}>
      {Icon ? <Icon aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" /> : <Spinner label={null} />}
      <span className="truncate">{stateWords[state]}</span>
    </span>
  )
}
