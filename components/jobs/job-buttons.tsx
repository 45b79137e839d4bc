import { Download, RotateCcw, Square, Undo2 } from 'lucide-react'
import type { JobEntry } from '@/server/schemas/jobs'
import { Button, buttonStyle } from '../ui/button'
import { kindWords } from './job-words'
import type { useJobActions } from './use-job-actions'

/** What can be done with one job now; often nothing. */
export function JobButtons({ job, actions }: { job: JobEntry; actions: ReturnType<typeof useJobActions> }) {
  const name = kindWords(job.kind)
  return (
    <span className="flex justify-end gap-1.5">
      {job.canCancel ? (
        <Button
          aria-label={`Cancel: ${name}`}
          icon={<Square aria-hidden="true" strokeWidth={1.5} />}
          onClick={() => actions.cancel(job)}
        >
          Cancel
        </Button>
      ) : null}
      {job.canRetry ? (
        <Button
          aria-label={`Try again: ${name}`}
          icon={<RotateCcw aria-hidden="true" strokeWidth={1.5} />}
          onClick={() => actions.retry(job)}
        >
          Try again
        </Button>
      ) : null}
      {job.canUndo ? (
        <Button
          aria-label={`Undo: ${name}`}
          icon={<Undo2 aria-hidden="true" strokeWidth={1.5} />}
          onClick={() => actions.undo(job)}
        >
          Undo
        </Button>
      ) : null}
      {job.file ? (
        <a href={job.file} download aria-label={`Download: ${name}`} className={buttonStyle()}>
          <Download aria-hidden="true" strokeWidth={1.5} />
          Download
        </a>
      ) : null}
    </span>
  )
}
