import type { ReactNode } from 'react'
import type { JobEntry } from '@/server/schemas/jobs'
import { Dialog } from '../ui/dialog'
import { Link } from '../ui/link'
import { Time } from '../ui/time'
import { JobButtons } from './job-buttons'
import { JobState } from './job-state'
import { durationWords, kindWords, orderWords, outcomeWords, starterWords } from './job-words'
import { refusedLines } from './refused-lines'
import type { useJobActions } from './use-job-actions'

export interface JobDialogProps {
  job: JobEntry | undefined
  actions: ReturnType<typeof useJobActions>
  onClose: () => void
}

/** All that is known of one job. */
export function JobDialog({ job, actions, onClose }: JobDialogProps) {
  if (!job) return null
  const refused = refusedLines(job.result)
  const scope = scopeHref(job)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={kindWords(job.kind)}
      footer={<JobButtons job={job} actions={actions} />}
    >
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-4 gap-y-2 text-13">
        <Fact name="State">
          <JobState state={job.state} />
        </Fact>
        <Fact name="Result">
          <span className="wrap-anywhere">{outcomeWords(job)}</span>
        </Fact>
        <Fact name="Told to do">
          {orderWords(job.order).map((words) => (
            <span key={words} dir="auto" className="block wrap-anywhere">
              {words}
            </span>
          ))}
        </Fact>
        <Fact name="Begun by">{starterWords(job)}</Fact>
        <Fact name="Started">
          <Time value={job.createdAt} show="second" />, took {durationWords(job, Date.parse(job.updatedAt))}
        </Fact>
        <Fact name="Id">
          <span className="font-mono text-12 wrap-anywhere">{job.id}</span>
        </Fact>
      </dl>
      {scope ? (
        <p className="mt-4">
          <Link href={scope} className="text-13 underline underline-offset-2">
            Threads of this scope
          </Link>
        </p>
      ) : null}
      {refused.length > 0 ? (
        <section className="mt-4">
          <h3 className="mb-1 font-medium text-12">Lines that were refused</h3>
          <ul className="grid gap-1 text-12 text-ink-2">
            {refused.map(({ line, reason }) => (
              <li key={line} className="wrap-anywhere">
                <b className="font-medium text-ink tabular-nums">Line {line}</b> {reason}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** Where the threads of an import are. */
function scopeHref({ kind, order }: JobEntry): string | undefined {
  const { scope } = order
  if (kind !== 'import' || typeof scope !== 'object' || scope === null || Array.isArray(scope)) return undefined
  const { tenant, subject } = scope
  if (typeof tenant !== 'string' || typeof subject !== 'string') return undefined
  return `/threads?${new URLSearchParams({ tenant, subject })}`
}
