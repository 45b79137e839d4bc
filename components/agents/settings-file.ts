import { z } from 'zod'
import { AgentName } from '@/memory/scope-schema'
import { Window } from '@/memory/window-schema'
import type { ConfigVersionView } from '@/server/schemas/agents'
import { type SettingChange, settingChanges } from './setting-changes'

/** Agents of one file; an installation with more writes several. */
const MOST_AGENTS = 10_000

/** What is saved for an agent, or for all, without its version. */
export const Setting = z.strictObject({
  /** Null inherits. */
  window: Window.nullable(),
  storing: z.boolean().default(true),
  allowCallWindow: z.boolean().default(false),
})
export type Setting = z.infer<typeof Setting>

const SettingsFile = z
  .strictObject({
    loci: z.literal('agent-settings', { error: 'This is no file of settings: it wants "loci": "agent-settings".' }),
    version: z.literal(1, { error: 'This file is of another version: 1 is known.' }),
    /** What holds for all agents; null or absent: the file says nothing of it. */
    app: Setting.nullable().default(null),
    agents: z.array(z.strictObject({ name: AgentName, ...Setting.shape })).max(MOST_AGENTS),
  })
  .refine(({ agents }) => new Set(agents.map(({ name }) => name)).size === agents.length, {
    message: 'An agent stands in it twice.',
  })
export type SettingsFile = z.infer<typeof SettingsFile>

/** A setting by whose it is; null: that of all agents. */
export interface NamedSetting {
  readonly name: string | null
  readonly setting: Setting
}

/** The text of a file, the same for the same settings, so that two can be compared. */
export function writeSettings(settings: readonly NamedSetting[]): string {
  const app = settings.find(({ name }) => name === null)?.setting ?? null
  const agents = settings
    .flatMap(({ name, setting }) => (name === null ? [] : [{ name, ...plain(setting) }]))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const file = { loci: 'agent-settings', version: 1, app: app && plain(app), agents }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** What a file holds, that of all agents first; or what is wrong with it. */
export function readSettings(text: string): { settings: NamedSetting[] } | { error: string } {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    return { error: 'This is no JSON.' }
  }
  const parsed = SettingsFile.safeParse(written)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
    return { error: `${place}${issue?.message ?? 'It could not be read.'}` }
  }
  const { app, agents } = parsed.data
  const named = agents.map(({ name, ...setting }) => ({ name, setting }))
  return { settings: app ? [{ name: null, setting: app }, ...named] : named }
}

export interface ComparedSetting extends NamedSetting {
  /** The newest version here; 0: none was saved yet. */
  readonly version: number
  /** `new`: nothing was saved for it here. */
  readonly kind: 'new' | 'changed' | 'same'
  readonly changes: readonly SettingChange[]
}

/** What a setting of a file would change here. */
export function compareSetting(given: NamedSetting, here: ConfigVersionView | null): ComparedSetting {
  const changes = settingChanges(here, given.setting)
  const kind = here === null ? 'new' : changes.length > 0 ? 'changed' : 'same'
  return { ...given, version: here?.version ?? 0, kind, changes }
}

function plain({ window, storing, allowCallWindow }: Setting): Setting {
  return { window, storing, allowCallWindow }
}
