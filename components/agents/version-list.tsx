'use client'

import { useQueryState } from 'nuqs'
import type { ConfigVersionView } from '@/server/schemas/agents'
import { usePermissions } from '../data/use-permissions'
import { Button } from '../ui/button'
import { Time } from '../ui/time'
import { parseAsVersions } from './compared-versions'
import { settingChanges, windowWords } from './setting-changes'
import { useRestoreVersion } from './use-restore-version'
import { VersionCompare } from './version-compare'

/** The saved versions, newest first, each with what it changed; an earlier one can be saved anew. */
export function VersionList({ name, versions }: { name: string | null; versions: readonly ConfigVersionView[] }) {
  const permissions = usePermissions()
  const newest = versions[0]?.version ?? 0
  const restore = useRestoreVersion({ name, newest })
  const [compared, setCompared] = useQueryState('compare', parseAsVersions)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
      <h2 className="font-medium text-11 text-ink-3">History</h2>
      {versions.length === 0 ? (
        <p className="text-12 text-ink-3">
          Nothing was saved yet. Each save will stand here, with who made it and why.
        </p>
      ) : null}
      {compared && versions.length > 0 ? (
        <VersionCompare versions={versions} compared={compared} onCompare={(next) => void setCompared(next)} />
      ) : null}
      <ol>
        {versions.map((version, place) => (
          <VersionRow
            key={version.version}
            version={version}
            before={versions[place + 1] ?? null}
            onRestore={place > 0 && permissions.configure ? () => restore.run(version.version) : undefined}
            onCompare={place > 0 ? () => void setCompared({ from: version.version, to: newest }) : undefined}
            isBusy={restore.isPending}
          />
        ))}
      </ol>
    </section>
  )
}

interface VersionRowProps {
  version: ConfigVersionView
  before: ConfigVersionView | null
  onRestore: (() => void) | undefined
  onCompare: (() => void) | undefined
  isBusy: boolean
}

function VersionRow({ version, before, onRestore, onCompare, isBusy }: VersionRowProps) {
  const changes = settingChanges(before, version)
  return (
    <li className="grid gap-0.5 border-line border-t py-2 text-12">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium">v{version.version}</span>
        <span className="text-ink-3">
          <span className="wrap-anywhere">{version.author}</span>, <Time value={version.createdAt} show="minute" />
        </span>
      </div>
      {changes.length === 0 ? <p className="text-ink-2 wrap-anywhere">{windowWords(version)}</p> : null}
      {changes.map((change) => (
        <p key={change.label} className="text-ink-2 wrap-anywhere">
          {change.label}: <span className="text-ink">{change.after}</span>
          {before ? <span className="text-ink-3">, was {change.before}</span> : null}
        </p>
      ))}
      {version.note ? (
        <p dir="auto" className="text-ink wrap-anywhere">
          {version.note}
        </p>
      ) : null}
      {onCompare ? (
        <div className="-ms-2 flex">
          {onRestore ? (
            <Button
              size="small"
              variant="bare"
              disabled={isBusy}
              aria-label={`Restore v${version.version}`}
              onClick={onRestore}
            >
              Restore
            </Button>
          ) : null}
          <Button size="small" variant="bare" aria-label={`Compare v${version.version} with now`} onClick={onCompare}>
            Compare
          </Button>
        </div>
      ) : null}
    </li>
  )
}
