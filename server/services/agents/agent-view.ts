import { type CountedSize, sizeAt } from '../../../memory/read-sizes'
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

export type AgentFigures = Pick<AgentView, 'threads' | 'tokens' | 'readTokens'>

/** What reads came to, counted by size; null where nothing was read. */
export function readTokensOf(counted: readonly CountedSize[] = []): AgentView['readTokens'] {
  const median = sizeAt(counted, 0.5)
  const p95 = sizeAt(counted, 0.95)
  if (median === null || p95 === null) return null
  return { median, p95, reads: counted.reduce((sum, { reads }) => sum + reads, 0) }
}

export function agentView(
  agent: AgentRow,
  beside: {
    figures: AgentFigures
    own: SettingRow | undefined
    effective: EffectiveConfig
  },
): AgentView {
  return {
    name: agent.name,
    ...beside.figures,
    firstSeenAt: agent.firstSeenAt.toISOString(),
    lastSeenAt: agent.lastSeenAt.toISOString(),
    own: beside.own ? settingView(beside.own) : null,
    effective: beside.effective,
  }
}
