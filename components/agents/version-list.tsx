import type { ConfigVersionView } from '@/server/schemas/agents'
import { Time } from '../ui/time'
import { settingChanges, windowWords } from './setting-changes'

/** The saved versions, newest first, each with what it changed. */
export function VersionList({ versions }: { versions: readonly ConfigVersionView[] }) {
  return (
    <section className="grid content-start gap-1">
      <h2 className="font-medium text-11 text-ink-3">History</h2>
      {versions.length === 0 ? (
        <p className="text-12 text-ink-3">
          Nothing was saved yet. Each save will stand here, with who made it and why.
        </p>
      ) : null}
      <ol>
        {versions.map((version, place) => (
          <VersionRow key={version.version} version={version} before={versions[place + 1] ?? null} />
        ))}
      </ol>
    </section>
  )
}

function VersionRow({ version, before }: { version: ConfigVersionView; before: ConfigVersionView | null }) {
  const changes = settingChanges(before, version)
  return (
    <li className="grid gap-0.5 border-line border-t py-2 text-12">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium">v{version.version}</span>
        <span className="text-ink-3">
          <span className="wrap-anywhere">{version.author}</span>, <Time value={version.createdAt} show="minute" />
        </span>
      </div>
      {changes.length === 0 ? <p className="text-ink-2">{windowWords(version)}</p> : null}
      {changes.map((change) => (
        <p key={change.label} className="text-ink-2">
          {change.label}: <span className="text-ink">{change.after}</span>
          {before ? <span className="text-ink-3">, was {change.before}</span> : null}
        </p>
      ))}
      {version.note ? (
        <p dir="auto" className="text-ink wrap-anywhere">
          {version.note}
        </p>
      ) : null}
    </li>
  )
}
