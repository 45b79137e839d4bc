import { DEFAULT_WINDOW, type Window } from './window-config'
import { type ReadFacts, type WindowNotice, windowNotices } from './window-notices'

export type SettingSource = 'default' | 'app' | 'agent' | 'thread' | 'call'

/** What one place has set, at which version (0: never). A null window inherits. */
export interface SettingLayer {
  readonly source: SettingSource
  readonly version: number
  readonly window: Window | null
}

/** What the app and an agent say besides their window. */
export interface SwitchLayer extends SettingLayer {
  readonly source: 'app' | 'agent'
  readonly storing: boolean
  readonly allowCallWindow: boolean
}

export interface CallSettings {
  readonly window?: Window | undefined
  readonly limit?: number | undefined
  readonly query?: string | undefined
}

export interface EffectiveSetting {
  /** The API's name; of a composite window's part with its place: `providers.0.maxTokens`. */
  readonly name: string
  readonly value: string | number | boolean
  readonly source: SettingSource
  readonly version: number
  /** Null: it does what it says. */
  readonly notice: Pick<WindowNotice, 'effect' | 'why'> | null
}

export interface LayerOutcome extends SettingLayer {
  /** Its window is the one that counts. */
  readonly isInForce: boolean
  /** Why not; null where it is. */
  readonly why: string | null
}

export interface EffectiveSettings {
  readonly window: Window
  readonly source: SettingSource
  readonly version: number
  readonly settings: readonly EffectiveSetting[]
  /** From the most general to the most particular. */
  readonly layers: readonly LayerOutcome[]
}

/**
 * W2, told setting by setting: what holds for a read, which place it came from, and what has no effect. Windows are never
 * mixed: the most particular one counts whole.
 */
export function effectiveSettings(options: {
  readonly app: SwitchLayer | null
  readonly agent: SwitchLayer | null
  readonly thread: SettingLayer | null
  readonly call?: CallSettings | undefined
  readonly canSummarize?: ((window: Window) => boolean | undefined) | undefined
}): EffectiveSettings {
  const { app, agent, thread, call } = options
  const standing = [BUILT_IN, app, agent, thread].flatMap((layer) => (layer ? [layer] : []))
  const held = standing.findLast(({ window }) => window !== null) ?? BUILT_IN
  const switches = agent ?? app
  const allowsCall = switches?.allowCallWindow ?? false
  const isOff = held.window?.strategy === 'off'
  const callLayer: SettingLayer | null = call?.window
    ? { source: 'call', version: held.version, window: call.window }
    : null
  const inForce = callLayer && allowsCall && !isOff ? callLayer : held
  const window = inForce.window ?? DEFAULT_WINDOW
  const facts: ReadFacts = {
    hasQuery: call && (call.query ?? '').trim() !== '',
    canSummarize: options.canSummarize?.(window),
  }
  const from = { source: inForce.source, version: inForce.version }
  const onOff = switches ?? { source: 'default' as const, version: 0, storing: true, allowCallWindow: false }
  const fromSwitch = { source: onOff.source, version: onOff.version }
  return {
    window,
    ...from,
    settings: [
      ...windowSettings(window, { ...from, notices: windowNotices(window, facts) }),
      ...callSettings(call, { window, version: held.version }),
      { name: 'storing', value: onOff.storing, ...fromSwitch, notice: null },
      {
        name: 'allowCallWindow',
        value: onOff.allowCallWindow,
        ...fromSwitch,
        notice: isOff ? callOffNotice(onOff) : null,
      },
    ],
    layers: [...standing, ...(callLayer ? [callLayer] : [])].map((layer) => ({
      source: layer.source,
      version: layer.version,
      window: layer.window,
      isInForce: layer === inForce,
      why: layer === inForce ? null : whyNot(layer, { inForce, allowsCall, isOff }),
    })),
  }
}

const BUILT_IN: SettingLayer = { source: 'default', version: 0, window: DEFAULT_WINDOW }

/** Every setting of the window, in the order of its fields, with what is to be said of it. */
function windowSettings(
  window: Window,
  of: { source: SettingSource; version: number; notices: readonly WindowNotice[] },
): EffectiveSetting[] {
  const { source, version, notices } = of
  return fieldsOf(window, '').map(([name, value]) => {
    const notice = notices.find(({ setting }) => setting === name)
    return { name, value, source, version, notice: notice ? { effect: notice.effect, why: notice.why } : null }
  })
}

function fieldsOf(window: Window, before: string): [string, string | number | boolean][] {
  return Object.entries(window).flatMap(([field, value]): [string, string | number | boolean][] => {
    if (value === undefined) return []
    if (Array.isArray(value))
      return value.flatMap((part: Window, place) => fieldsOf(part, `${before}${field}.${place}.`))
    return [[`${before}${field}`, value]]
  })
}

function callSettings(
  call: CallSettings | undefined,
  { window, version }: { window: Window; version: number },
): EffectiveSetting[] {
  const settings: EffectiveSetting[] = []
  const note = (name: string, value: string | number, notice: EffectiveSetting['notice']) =>
    settings.push({ name, value, source: 'call', version, notice })
  const isOff = window.strategy === 'off'
  const off = { effect: 'none', why: 'The window is off: nothing is shown, whatever is asked.' } as const
  if (call?.limit !== undefined) note('limit', call.limit, isOff ? off : limitNotice(call.limit, window))
  if (call?.query?.trim()) note('query', call.query, isOff ? off : queryNotice(window))
  return settings
}

function limitNotice(limit: number, window: Window): EffectiveSetting['notice'] {
  if (limit === 0) return { effect: 'leaves-nothing', why: '0 is a limit: nothing is shown.' }
  if (window.strategy === 'buffer' && window.maxMessages !== undefined && limit >= window.maxMessages) {
    return { effect: 'none', why: 'It only narrows, and the window has no more messages than that.' }
  }
  return null
}

function queryNotice(window: Window): EffectiveSetting['notice'] {
  const recalls = (part: Window) => part.strategy === 'vector'
  if (window.strategy === 'composite' ? window.providers.some(recalls) : recalls(window)) return null
  return { effect: 'unmet', why: 'This window recalls nothing: the query narrows it to messages that hold its words.' }
}

function callOffNotice({ allowCallWindow }: { allowCallWindow: boolean }): EffectiveSetting['notice'] {
  return allowCallWindow ? { effect: 'none', why: 'Off holds against a window of the call.' } : null
}

function whyNot(layer: SettingLayer, at: { inForce: SettingLayer; allowsCall: boolean; isOff: boolean }): string {
  if (layer.source === 'call') {
    return at.isOff ? 'Off holds against a window of the call.' : 'Calls may not choose their own window here.'
  }
  if (layer.window === null) return 'Sets no window of its own.'
  return at.inForce.window?.strategy === 'off'
    ? `Off in ${WORDS[at.inForce.source]} comes before it: none of its settings has an effect.`
    : `The window of ${WORDS[at.inForce.source]} comes before it, whole: none of its settings has an effect.`
}

const WORDS: Record<SettingSource, string> = {
  default: 'the installation',
  app: 'the app',
  agent: 'the agent',
  thread: 'the thread',
  call: 'the call',
}
