import type { ReactNode } from 'react'
import { isJsonObject } from '@/memory/canonical-json'
import type { EntryView } from '@/server/schemas/memory'
import { formatCount } from '../ui/number-format'
import { formatDuration } from './call-duration'
import { JsonTree } from './json-tree'
import { isOutwardLink } from './markdown-nodes'
import { runFacts } from './run-facts-of'

/** What an agent told about the run that wrote an entry: what went wrong first, never folded away. */
export function RunFacts({ name, run }: { name: string; run: NonNullable<EntryView['run']> }) {
  const { model, usage, latencyMs, error, traceUrl, instructionsVersion, rest } = runFacts(run)
  const rows: [string, ReactNode][] = []
  if (model !== null) rows.push(['Model', model])
  for (const [key, value] of usage) rows.push([key, typeof value === 'number' ? formatCount(value) : value])
  if (latencyMs !== null) rows.push(['Took', formatDuration(latencyMs)])
  if (instructionsVersion !== null) rows.push(['Instructions', instructionsVersion])
  if (traceUrl !== null) rows.push(['Trace', <Trace key="trace" url={traceUrl} />])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {error !== null ? (
        <p className="text-bad wrap-anywhere">
          <span className="font-medium">Run failed: </span>
          {error}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          {rows.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="text-end tabular-nums wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {isJsonObject(rest) && Object.keys(rest).length > 0 ? (
        <JsonTree name={`${name}:run`} label="More of the run" value={rest} />
      ) : null}
    </div>
  )
}

/** Followed by a press alone, in a tab that knows nothing of this one. */
function Trace({ url }: { url: string }) {
  if (!isOutwardLink(url)) return <>{url}</>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="underline underline-offset-2">
      {url}
    </a>
  )
}
