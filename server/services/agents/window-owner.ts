import type { Window } from '../../../memory/window-config'
import type { WindowOwner } from '../../store/agent-threads'
import type { ConfigSnapshot } from './config-cache'
import { resolveAgent } from './resolve-window'

/** The threads that a setting of this agent, or of the app, decides about (W2). */
export function windowOwner(snapshot: ConfigSnapshot, agentName: string | undefined): WindowOwner {
  if (agentName !== undefined) return { agentName }
  const withOwn = [...snapshot.configs].filter(([name, config]) => name !== '' && config.window !== null)
  return { except: withOwn.map(([name]) => name) }
}

/** What a draft comes to: a window, or with null what the agent would inherit. */
export function draftWindow(
  snapshot: ConfigSnapshot,
  { agentName, window }: { agentName: string | undefined; window: Window | null },
): Window {
  if (window !== null) return window
  const inherited: ConfigSnapshot = {
    revision: snapshot.revision,
    configs: new Map([...snapshot.configs].filter(([name]) => name !== (agentName ?? ''))),
  }
  return resolveAgent(inherited, agentName).window
}
