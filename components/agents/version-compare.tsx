import { ArrowLeftRight, X } from 'lucide-react'
import type { ConfigVersionView } from '@/server/schemas/agents'
import { IconButton } from '../ui/icon-button'
import { Select } from '../ui/select'
import { Time } from '../ui/time'
import type { ComparedVersions } from './compared-versions'
import { settingChanges } from './setting-changes'

export interface VersionCompareProps {
  versions: readonly ConfigVersionView[]
  compared: ComparedVersions
  onCompare: (compared: ComparedVersions | null) => void
}

/** Two saved versions side by side: who made them, when and why, and each field that differs. */
export function VersionCompare({ versions, compared: asked, onCompare }: VersionCompareProps) {
  const compared = { from: asked.from, to: asked.to ?? versions[0]?.version ?? 0 }
  const at = (number: number) => versions.find(({ version }) => version === number) ?? null
  const [from, to] = [at(compared.from), at(compared.to)]
  const options = versions.map(({ version, author, note }) => ({
    value: String(version),
    label: `v${version}`,
    description: note || author,
  }))
  const choose = (side: keyof ComparedVersions) => ({
    options,
    value: at(compared[side]) ? String(compared[side]) : null,
    onValueChange: (value: string) => onCompare({ ...compared, [side]: Number(value) }),
  })
  const changes = from && to ? settingChanges(from, to) : []
  return (
    <section
      aria-label="Versions compared"
      className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-line bg-panel p-3"
    >
      <div className="flex items-center gap-1.5">
        <Select label="From version" className="min-w-0 flex-1" {...choose('from')} />
        <IconButton
          label="Swap"
          icon={<ArrowLeftRight aria-hidden="true" />}
          onClick={() => onCompare({ from: compared.to, to: compared.from })}
        />
        <Select label="To version" className="min-w-0 flex-1" {...choose('to')} />
        <IconButton
          label="Close the comparison"
          className="shrink-0"
          icon={<X aria-hidden="true" />}
          onClick={() => onCompare(null)}
        />
      </div>
      {from && to ? (
        <div className="min-w-0">
          <table className="w-full table-fixed text-start text-12">
            <thead className="align-top">
              <tr>
                <th scope="col" className="py-1.5 pe-3 text-start font-medium text-11 text-ink-3">
                  Field
                </th>
                {[from, to].map((version, side) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the two sides never move, and may be one version
                  <th key={side} scope="col" className="py-1.5 pe-3 text-start font-normal text-ink-3">
                    <span className="block font-medium text-ink">v{version.version}</span>
                    <span className="block wrap-anywhere">{version.author}</span>
                    <Time value={version.createdAt} show="minute" className="whitespace-normal!" />
                    {version.note ? (
                      <span dir="auto" className="block text-ink-2 wrap-anywhere">
                        {version.note}
                      </span>
                    ) : null}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.map(({ label, before, after }) => (
                <tr key={label} className="border-line border-t align-top">
                  <th scope="row" className="py-1.5 pe-3 text-start font-normal text-ink-2 wrap-anywhere">
                    {label}
                  </th>
                  <td className="py-1.5 pe-3 tabular-nums wrap-anywhere">{before}</td>
                  <td className="py-1.5 pe-3 font-medium tabular-nums wrap-anywhere">{after}</td>
                </tr>
              ))}
              {changes.length === 0 ? (
                <tr className="border-line border-t">
                  <td colSpan={3} className="py-1.5 text-ink-2">
                    Nothing differs between them.
                  </td>
                </tr>
              ) : null}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="text-12 text-ink-2">There is no such version. Choose two that are.</p>
      )}
    </section>
  )
}
