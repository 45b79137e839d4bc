import { DEFAULT_WINDOW, type Window } from '../../../memory/window-config'
import { LociError } from '../../errors'
import type { WindowSource } from '../../schemas/memory'
import { type Config, type ConfigSnapshot, parseWindow } from './config-cache'

export interface ResolvedWindow {
  readonly window: Window
  /** Where it came from, and the version of that setting; 0 is the built-in default. */
  readonly source: WindowSource
  readonly version: number
}

/** W2, the part that needs no thread: agent before app before the built-in default. */
export interface ResolvedAgent extends ResolvedWindow {
  readonly storing: boolean
  readonly allowCallWindow: boolean
}

/** What holds for an agent; without a name, or for one without a setting of its own, what holds for the app. */
export function resolveAgent(snapshot: ConfigSnapshot, agentName: string | null | undefined): ResolvedAgent {
  const app = snapshot.configs.get('')
  const agent = agentName ? snapshot.configs.get(agentName) : undefined
  const rights = agent ?? app
  const { window, source, version } = windowOf(agent, 'agent') ?? windowOf(app, 'app') ?? BUILT_IN
  return {
    window,
    source,
    version,
    storing: rights?.storing ?? true,
    allowCallWindow: rights?.allowCallWindow ?? false,
  }
}

/** The thread's own window, as stored. */
export interface ThreadWindow {
  readonly window: string | null
  readonly windowVersion: number
}

/**
 * W2: app default, agent, thread override; the call's window only where the setting allows it, and never over `off`.
 * @throws UNAVAILABLE when a newer version of Loci wrote the setting
 */
export function resolveWindow(options: {
  snapshot: ConfigSnapshot
  agentName: string | null | undefined
  thread?: ThreadWindow | null | undefined
  call?: Window | undefined
}): ResolvedWindow {
  const { snapshot, agentName, thread, call } = options
  const agent = resolveAgent(snapshot, agentName)
  const standing = thread?.window
    ? ({ window: readable(parseWindow(thread.window)), source: 'thread', version: thread.windowVersion } as const)
    : { window: agent.window, source: agent.source, version: agent.version }
  if (call === undefined || !agent.allowCallWindow || standing.window.strategy === 'off') return standing
  return { window: call, source: 'call', version: standing.version }
}

const BUILT_IN: ResolvedWindow = { window: DEFAULT_WINDOW, source: 'default', version: 0 }

function windowOf(config: Config | undefined, source: 'agent' | 'app'): ResolvedWindow | undefined {
  if (!config || config.window === null) return undefined
  return { window: readable(config.window), source, version: config.version }
}

/** @throws UNAVAILABLE when a newer version of Loci wrote it */
export function readable(window: Window | 'unreadable'): Window {
  if (window !== 'unreadable') return window
  throw new LociError('UNAVAILABLE', 'A newer version of Loci wrote the window of this agent; this one cannot read it.')
}
