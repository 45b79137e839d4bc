import { z } from 'zod'
import { Window } from '@/memory/window-config'
import type { ConfigVersionView, SetWindowInput } from '@/server/schemas/agents'
import { boundedText } from '@/server/schemas/fields'

/** Follow what is above (the app, or the built-in default), have an own window, or see nothing. */
export type MemoryMode = 'inherit' | 'own' | 'off'
/** `json`: any window of the schema, written as JSON. */
export type OwnStrategy = 'buffer' | 'sliding-window' | 'json'

/** The fields of the form. Null in a limit is no limit; numbers that are none stay NaN, so that the schema can say so. */
export interface WindowFormValues {
  mode: MemoryMode
  strategy: OwnStrategy
  maxTokens: number | null
  maxMessages: number | null
  maxTurns: number | null
  reservedTokens: number | null
  keepFirst: number | null
  isUserFirst: boolean
  /** Percent. */
  step: number | null
  /** The whole window, where the strategy is `json`. */
  json: string
  storing: boolean
  allowCallWindow: boolean
  note: string
}

type Limits = Pick<WindowFormValues, 'maxTokens' | 'maxMessages' | 'maxTurns'>

/** What a fresh own window begins with: the built-in default's limits, and what people expect of "the last N". */
const freshLimits: Record<OwnStrategy, Limits> = {
  'sliding-window': { maxTokens: 4_000, maxMessages: null, maxTurns: 30 },
  buffer: { maxTokens: null, maxMessages: 20, maxTurns: null },
  json: { maxTokens: null, maxMessages: null, maxTurns: null },
}

/** What the JSON field begins with. */
const freshJson: z.input<typeof Window> = {
  strategy: 'summarizing',
  recentMessages: 20,
  summarizeEvery: 20,
  maxSummaryTokens: 600,
}

/** The form for a saved setting, or for none yet: then the switches follow what holds now. */
export function formOf(
  own: ConfigVersionView | null,
  effective: { storing: boolean; allowCallWindow: boolean },
): WindowFormValues {
  const window = own?.window ?? null
  const strategy = window === null || window.strategy === 'off' ? 'sliding-window' : fieldsOf(window)
  const base: WindowFormValues = {
    mode: window === null ? 'inherit' : window.strategy === 'off' ? 'off' : 'own',
    strategy,
    ...freshLimits[strategy],
    reservedTokens: null,
    keepFirst: null,
    isUserFirst: false,
    step: null,
    json: JSON.stringify(strategy === 'json' ? window : freshJson, null, 2),
    storing: own?.storing ?? effective.storing,
    allowCallWindow: own?.allowCallWindow ?? effective.allowCallWindow,
    note: '',
  }
  if (window === null || window.strategy === 'off' || strategy === 'json') return base
  return {
    ...base,
    maxTokens: window.maxTokens ?? null,
    maxMessages: window.strategy === 'buffer' ? (window.maxMessages ?? null) : freshLimits.buffer.maxMessages,
    maxTurns: window.strategy === 'sliding-window' ? (window.maxTurns ?? null) : freshLimits['sliding-window'].maxTurns,
    reservedTokens: window.reservedTokens ?? null,
    keepFirst: window.keepFirst ?? null,
    isUserFirst: window.startOn === 'user',
    step: window.step === undefined ? null : Math.round(window.step * 100),
  }
}

/** The fields that a window is edited by: its own, or JSON. */
function fieldsOf(window: Window): OwnStrategy {
  return window.strategy === 'buffer' || window.strategy === 'sliding-window' ? window.strategy : 'json'
}

/** The window that the form describes, not checked yet; null inherits. */
function windowOf(values: WindowFormValues): unknown {
  if (values.mode === 'inherit') return null
  if (values.mode === 'off') return { strategy: 'off' }
  if (values.strategy === 'json') return parsedJson(values.json)
  const { maxTokens, reservedTokens, keepFirst, step } = values
  const shared = {
    ...(maxTokens === null ? {} : { maxTokens }),
    ...(reservedTokens === null ? {} : { reservedTokens }),
    ...(keepFirst === null ? {} : { keepFirst }),
    ...(values.isUserFirst ? { startOn: 'user' as const } : {}),
    ...(step === null ? {} : { step: step / 100 }),
  }
  if (values.strategy === 'buffer') {
    return {
      strategy: 'buffer',
      ...shared,
      ...(values.maxMessages === null ? {} : { maxMessages: values.maxMessages }),
    }
  }
  return {
    strategy: 'sliding-window',
    ...shared,
    ...(values.maxTurns === null ? {} : { maxTurns: values.maxTurns }),
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is sent, without whose it is. */
export type WindowChange = Pick<SetWindowInput, 'window' | 'storing' | 'allowCallWindow' | 'note'>

const Note = boundedText(1024)

/** The form's schema: the one schema of windows decides, and its complaints go to the fields they are about. */
export const WindowForm = z.custom<WindowFormValues>().transform((values, context): WindowChange => {
  const written = windowOf(values)
  const window = written === null ? null : Window.safeParse(written)
  if (window !== null && !window.success) {
    const isJson = values.mode === 'own' && values.strategy === 'json'
    for (const issue of window.error.issues) {
      const place = issue.path.join('.')
      context.addIssue(
        isJson
          ? { code: 'custom', path: ['json'], message: place ? `${place}: ${issue.message}` : 'No JSON of a window.' }
          : { code: 'custom', path: [...issue.path], message: wordsOf(issue) },
      )
    }
  }
  const { maxTokens, reservedTokens } = values
  const isTooMuch = maxTokens !== null && reservedTokens !== null && reservedTokens >= maxTokens
  if (values.mode === 'own' && values.strategy !== 'json' && isTooMuch) {
    context.addIssue({
      code: 'custom',
      path: ['reservedTokens'],
      message: 'Leaves nothing of the token budget: reserve less, or raise the budget.',
    })
  }
  const note = Note.safeParse(values.note)
  if (!note.success) context.addIssue({ code: 'custom', path: ['note'], message: 'At most 1,024 bytes.' })
  return {
    window: window?.success ? window.data : null,
    storing: values.storing,
    allowCallWindow: values.allowCallWindow,
    ...(values.note.trim() === '' ? {} : { note: values.note.trim() }),
  }
})

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.path[0] === 'step') return 'From 1 to 95 percent, or empty.'
  if (issue.code === 'too_big') return `At most ${Number(issue.maximum).toLocaleString('en')}.`
  if (issue.code === 'too_small' || issue.code === 'invalid_type')
    return 'A whole number from 0, or empty for no limit.'
  return issue.message
}
