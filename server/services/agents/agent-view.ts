import { LociError } from '../../errors'
import type { AgentView, ConfigVersionView, EffectiveConfig } from '../../schemas/agents'
import type { AgentRow } from '../../store/agents'
import type { SettingRow } from '../../store/agents-settings'
import { parseWindow } from './config-cache'

/** @throws UNAVAILABLE when a newer version of Loci wrote the setting. */
export function settingView(row: SettingRow): ConfigVersionView {
  const window = row.window === null ? null : parseWindow(row.window)
  if (window === 'unreadable') {
    throw new LociError('UNAVAILABLE', 'A newer version of Loci wrote a window; this one cannot read it.')
  }
  const { version, storing, allowCallWindow, note, author } = row
  return { version, window, storing, allowCallWindow, note, author, createdAt: row.createdAt.toISOString() }
}

export function agentView(
  agent: AgentRow,
  beside: {
    counts: { threads: number; tokens: number } | undefined
    own: SettingRow | undefined
    effective: EffectiveConfig
  },
): AgentView {
  return {
    name: agent.name,
    threads: beside.counts?.threads ?? 0,
    tokens: beside.counts?.tokens ?? 0,
    firstSeenAt: agent.firstSeenAt.toISOString(),
    lastSeenAt: agent.lastSeenAt.toISOString(),
    own: beside.own ? settingView(beside.own) : null,
    effective: beside.effective,
  }
}
