import type { ConfigVersionView } from '@/server/schemas/agents'
import { formatCount } from '../ui/number-format'
import { CHOICE_WORDS, fieldWords } from './window-field-words'
import { isWritten } from './window-value'
import { describeSettings, strategyName } from './window-words'

/** One field of a setting that differs between two versions, in words. */
export interface SettingChange {
  label: string
  before: string
  after: string
}

type Setting = Pick<ConfigVersionView, 'window' | 'storing' | 'allowCallWindow'>
type SavedWindow = NonNullable<Setting['window']>

/** What a later version changed, field by field; without an earlier one, against following what is above. */
export function settingChanges(before: Setting | null, after: Setting | null): SettingChange[] {
  const rows: SettingChange[] = [
    ...windowChanges(before?.window ?? null, after?.window ?? null),
    { label: 'Storing', before: onOff(before?.storing), after: onOff(after?.storing) },
    {
      label: 'Calls choose their own window',
      before: onOff(before?.allowCallWindow),
      after: onOff(after?.allowCallWindow),
    },
  ]
  return rows.filter((row) => row.before !== row.after)
}

export function windowWords(setting: Pick<Setting, 'window'> | null): string {
  return setting?.window ? describeSettings(setting.window) : 'follows what is above it'
}

/** Of two windows of one strategy each field that differs; of others the windows. */
function windowChanges(before: SavedWindow | null, after: SavedWindow | null): SettingChange[] {
  if (!before || !after || before.strategy !== after.strategy) {
    return [{ label: 'Window', before: windowWords({ window: before }), after: windowWords({ window: after }) }]
  }
  const [old, now] = [fieldsOf(before, ''), fieldsOf(after, '')]
  return [...new Set([...old.keys(), ...now.keys()])].map((label) => ({
    label,
    before: old.get(label) ?? 'not set',
    after: now.get(label) ?? 'not set',
  }))
}

/** What each field holds, in words, by its label and name; the parts of a composite window by their places. */
function fieldsOf(window: object, prefix: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(window)) {
    if (Array.isArray(value)) {
      for (const [index, part] of value.entries()) {
        if (!isWritten(part)) continue
        for (const [label, words] of fieldsOf(part, `${prefix}Part ${index + 1}, `)) fields.set(label, words)
      }
    } else if (name === 'strategy') {
      if (prefix !== '') fields.set(`${prefix}strategy`, strategyName(value))
    } else if (value !== undefined) {
      fields.set(`${prefix}${fieldWords({ name }).label} (${name})`, valueWords(name, value))
    }
  }
  return fields
}

function valueWords(name: string, value: unknown): string {
  if (typeof value === 'number') return name === 'step' ? `${Math.round(value * 100)} %` : formatCount(value)
  return typeof value === 'string' ? (CHOICE_WORDS[value] ?? value) : String(value)
}

function onOff(value: boolean | undefined): string {
  return value === undefined ? 'not set' : value ? 'on' : 'off'
}
