import { threadHref, threadsHref } from '../data/scope-href'
import { ErrorState } from '../ui/error-state'
import { Figure } from '../ui/figure'
import { Link } from '../ui/link'
import { formatCount, formatQuantity } from '../ui/number-format'
import type { ImportRun } from './use-import-run'

/** How far an import or its dry run is, and what came of it. */
export function ImportOutcome({ run, isByLine }: { run: ImportRun; isByLine: boolean }) {
  const { state, totals, dryRun, order, error } = run
  const doing = dryRun ? 'Looking at' : 'Importing'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {state === 'running' ? (
        <div className="grid gap-2">
          <span role="status" className="text-13 tabular-nums">
            {doing} {formatCount(run.done)} of {formatQuantity(run.total, 'line')}
          </span>
          <progress
            aria-label={doing}
            className="block h-1.5 w-full accent-act"
            value={run.done}
            max={Math.max(run.total, 1)}
          />
        </div>
      ) : null}
      {state === 'failed' ? (
        <ErrorState
          layout="inline"
          title={dryRun ? 'It could not be tried out' : 'The import failed'}
          next={error ?? 'Something went wrong.'}
          kept={dryRun ? 'Nothing was stored.' : 'What was imported stays. Import it again: nothing is doubled.'}
        />
      ) : null}
      {state === 'cancelled' ? (
        <p role="status" className="text-13">
          {dryRun
            ? 'Stopped. Nothing was stored.'
            : 'Stopped. What was imported stays; importing it again doubles nothing.'}
        </p>
      ) : null}
      {state === 'done' ? (
        <h2 role="status" className="font-semibold text-16">
          {dryRun ? 'Nothing is stored yet. This is what would come of it.' : 'Imported'}
        </h2>
      ) : null}
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure size="medium" label={dryRun ? 'Threads to add to' : 'Threads added to'} value={totals.threads} />
        <Figure size="medium" label="New messages" value={totals.messages} />
        <Figure size="medium" label="There already" value={totals.unchanged} />
        <Figure size="medium" label="Refused" value={totals.skippedCount} />
      </div>
      {totals.skippedSystem > 0 ? (
        <p className="text-12 text-ink-3">
          {formatQuantity(totals.skippedSystem, 'instruction')} left out: the agent brings its own.
        </p>
      ) : null}
      {totals.samples.length > 0 ? (
        <ul aria-label="The first threads" className="grid border-line border-t">
          {totals.samples.map(({ threadId, uid, added, messages, lines }) => (
            <li key={threadId} className="grid gap-0.5 border-line border-b py-2">
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate font-medium text-13" dir="auto">
                  {uid ? (
                    <Link href={threadHref(uid)} className="underline underline-offset-2">
                      {threadId}
                    </Link>
                  ) : (
                    threadId
                  )}
                </span>
                <span className="text-12 text-ink-3 tabular-nums">
                  {added === 0
                    ? `${formatQuantity(messages, 'message')}, there already`
                    : `${formatCount(added)} of ${formatQuantity(messages, 'message')} new`}
                </span>
              </span>
              {lines.map((line, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a sample never move
                <span key={place} className="grid grid-cols-[72px_minmax(0,1fr)] gap-2 text-12 text-ink-2">
                  <span className="text-ink-3">{line.role}</span>
                  <span className="truncate" dir="auto">
                    {line.text || 'no text'}
                  </span>
                </span>
              ))}
            </li>
          ))}
        </ul>
      ) : null}
      {totals.skipped.length > 0 ? (
        <section>
          <h3 className="mb-1 font-medium text-12">
            Refused{totals.skippedCount > totals.skipped.length ? `, the first ${totals.skipped.length}` : ''}
          </h3>
          <ul className="grid gap-1 text-12 text-ink-2">
            {totals.skipped.map(({ line, reason }) => (
              <li key={`${line}:${reason}`} className="wrap-anywhere">
                <b className="font-medium text-ink tabular-nums">
                  {isByLine ? 'Line' : 'Record'} {formatCount(line)}
                </b>{' '}
                {reason}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {state === 'done' && !dryRun ? (
        <p className="flex gap-4 text-13">
          <Link href={threadsHref(order.scope)} className="underline underline-offset-2">
            Threads of this scope
          </Link>
          <Link href="/jobs?kind=import" className="underline underline-offset-2">
            Jobs
          </Link>
        </p>
      ) : null}
    </div>
  )
}
