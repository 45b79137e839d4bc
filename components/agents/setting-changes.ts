import type { ConfigVersionView } from '@/server/schemas/agents'
import { describeSettings } from './window-words'

/** One field of a setting that differs between two versions, in words. */
export interface SettingChange {
  label: string
  before: string
  after: string
}

type Setting = Pick<ConfigVersionView, 'window' | 'storing' | 'allowCallWindow'>

/** What a later version changed; without an earlier one, against following what is above. */
export function settingChanges(before: Setting | null, after: Setting | null): SettingChange[] {
  const rows: SettingChange[] = [
    { label: 'Window', before: windowWords(before), after: windowWords(after) },
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

function onOff(value: boolean | undefined): string {
  return value === undefined ? 'not set' : value ? 'on' : 'off'
}
