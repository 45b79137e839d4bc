'use client'

import { usePermissions } from '../data/use-permissions'
import { Button } from '../ui/button'
import { formatCount, formatQuantity, formatShare } from '../ui/number-format'
import { ImpactFigures } from './impact-figures'
import { MostAffected } from './most-affected'
import type { Draft } from './use-draft'
import type { Impact } from './use-impact'

export interface ImpactPaneProps {
  impact: Impact
  draft: Draft
  isDirty: boolean
  /** Threads of the agent; null where that is not known before it is looked at. */
  threads: number | null
}

/** What the draft would do to all threads of the agent, before anybody saves it. */
export function ImpactPane({ impact, draft, isDirty, threads }: ImpactPaneProps) {
  const permissions = usePermissions()
  const { job, result } = impact
  const isRunning = job !== undefined && job.finishedAt === null
  const isOther = impact.window !== null && JSON.stringify(impact.window) !== JSON.stringify(draft.window)
  const ask = () => {
    if (draft.window) impact.start(draft.window)
  }
  if (!permissions.configure) {
    return (
      <p className="p-4 text-12 text-ink-2">Who may change windows sees here what a change would do to all threads.</p>
    )
  }
  return (
    <div className="grid content-start gap-5 p-4">
      <div className="grid gap-2">
        {isRunning ? (
          <>
            <p role="status" className="text-12 tabular-nums">
              Looked at {formatCount(job.done)} of {formatQuantity(job.total ?? 0, 'thread')}
            </p>
            <progress
              aria-label="Looking at the threads"
              className="h-1.5 w-full accent-act"
              value={job.done}
              max={Math.max(1, job.total ?? 0)}
            />
            <Button className="justify-self-start" onClick={impact.stop}>
              Stop
            </Button>
          </>
        ) : (
          <>
            <p className="text-12 text-ink-2">
              {introduction({ isDirty, isOther, hasResult: result !== undefined, threads })}
            </p>
            <Button
              className="justify-self-start"
              isBusy={impact.isStarting}
              disabled={!isDirty || !draft.isWhole || draft.window === null}
              onClick={ask}
            >
              {threads === null ? 'Look at all threads' : `Look at ${formatQuantity(threads, 'thread')}`}
            </Button>
          </>
        )}
        {job?.state === 'failed' ? <p className="text-12 text-bad">{job.error}</p> : null}
        {job?.state === 'cancelled' ? <p className="text-12 text-ink-2">Stopped. Nothing was changed.</p> : null}
      </div>
      {result ? (
        <div className={isOther ? 'grid gap-5 opacity-60' : 'grid gap-5'}>
          <div>
            <p className="font-medium text-11 text-ink-3">
              {result.threads === result.of
                ? `Impact on all ${formatQuantity(result.of, 'thread')}`
                : `Impact on a sample of ${formatCount(result.threads)} of ${formatQuantity(result.of, 'thread')}`}
            </p>
            <p className="text-28 tabular-nums">
              <b className="font-medium">{formatCount(result.lose)}</b>{' '}
              <span className="text-12 text-ink-2 tracking-normal">
                {result.lose === 1 ? 'loses' : 'lose'} messages ({formatShare(result.lose, result.threads)})
              </span>
            </p>
            <p className="text-12 text-ink-2">
              {formatCount(result.gain)} {result.gain === 1 ? 'sees' : 'see'} more. No tool exchange is cut in any
              thread.
            </p>
          </div>
          <ImpactFigures result={result} />
          <MostAffected affected={result.affected} />
        </div>
      ) : null}
    </div>
  )
}

function introduction(of: { isDirty: boolean; isOther: boolean; hasResult: boolean; threads: number | null }): string {
  if (!of.isDirty) return 'Change the window, and find out here what that would do to every thread before you save it.'
  if (of.hasResult && of.isOther) return 'These figures are of an earlier draft.'
  if (of.hasResult) return 'Nothing was saved.'
  return 'Looks at each thread under the saved window and under the draft. Nothing is saved, no model is asked.'
}
