import { ExternalLink } from 'lucide-react'
import { Checkbox } from '../ui/checkbox'
import { Link } from '../ui/link'
import { agentHref } from './agent-href'
import { draftHref } from './linked-draft'
import { windowWords } from './setting-changes'
import type { ComparedSetting } from './settings-file'
import type { Outcome } from './use-settings-file'

export interface SettingsComparisonProps {
  settings: readonly ComparedSetting[]
  leftOut: ReadonlySet<string | null>
  outcomes: ReadonlyMap<string | null, Outcome>
  onLeaveOut: (name: string | null, isOut: boolean) => void
}

/** What a file of settings would change here, setting by setting, and what became of each. */
export function SettingsComparison({ settings, leftOut, outcomes, onLeaveOut }: SettingsComparisonProps) {
  const same = settings.filter(({ kind }) => kind === 'same')
  return (
    <div className="grid gap-2">
      <ul aria-label="What the file changes">
        {settings
          .filter(({ kind }) => kind !== 'same')
          .map((one) => (
            <li
              key={one.name ?? ''}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 border-line border-t py-2 text-12"
            >
              <Checkbox
                isLabelHidden
                label={`Take the setting of ${nameOf(one)}`}
                checked={!leftOut.has(one.name)}
                disabled={outcomes.has(one.name)}
                onCheckedChange={(isTaken) => onLeaveOut(one.name, !isTaken)}
              />
              <Row setting={one} outcome={outcomes.get(one.name)} />
            </li>
          ))}
      </ul>
      {same.length > 0 ? (
        <p className="border-line border-t pt-2 text-12 text-ink-2 wrap-anywhere">
          The same here already: {same.map(nameOf).join(', ')}.
        </p>
      ) : null}
    </div>
  )
}

function Row({ setting, outcome }: { setting: ComparedSetting; outcome: Outcome | undefined }) {
  const { name, kind, changes } = setting
  return (
    <div className="grid min-w-0 gap-0.5">
      <div className="flex items-baseline justify-between gap-3">
        <Link href={agentHref(name)} className="font-medium underline-offset-2 hover:underline wrap-anywhere">
          {nameOf(setting)}
        </Link>
        <span role="status" className="shrink-0 text-ink-3">
          {outcome === undefined ? kind : 'version' in outcome ? `saved as v${outcome.version}` : 'not saved'}
        </span>
      </div>
      {kind === 'new' ? <p className="text-ink-2">{windowWords(setting.setting)}</p> : null}
      {kind === 'changed'
        ? changes.map(({ label, before, after }) => (
            <p key={label} className="text-ink-2">
              {label}: {before} → <span className="text-ink">{after}</span>
            </p>
          ))
        : null}
      {outcome === undefined ? (
        <a
          href={draftHref(name, setting.setting)}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-6 w-fit items-center gap-1 text-ink-2 underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
        >
          Preview and impact
          <span className="sr-only">of the file’s setting of {nameOf(setting)}, in a new tab</span>
          <ExternalLink aria-hidden="true" strokeWidth={1.5} className="size-3.5" />
        </a>
      ) : null}
      {outcome && 'error' in outcome ? <p className="text-bad">{outcome.error}</p> : null}
    </div>
  )
}

function nameOf({ name }: Pick<ComparedSetting, 'name'>): string {
  return name ?? 'all agents'
}
