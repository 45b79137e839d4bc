import type { AgentView } from '@/server/schemas/agents'

/** Whose window an agent has, in two words: `app default`, `built-in`, `own window`, `off`. */
export function agentMode({ own, effective }: Pick<AgentView, 'own' | 'effective'>): string {
  if (effective.window.strategy === 'off') return own?.window ? 'off' : 'off, by app default'
  if (own?.window) return 'own window'
  return effective.source === 'default' ? 'built-in default' : 'app default'
}
