import { type WindowStrategy, windowFields } from '@/memory/window-fields'
import { Window } from '@/memory/window-schema'

/** A window as it is being written: any JSON object. What the schema does not know stays in it. */
export type WrittenWindow = Readonly<Record<string, unknown>>

/** Where a window stands in the one that is edited: at the top, or as a part of a composite one. */
export type WindowPath = readonly (string | number)[]

/** The object that a text is; null where it is none. */
export function parseWindow(text: string): WrittenWindow | null {
  try {
    const value: unknown = JSON.parse(text)
    return isWritten(value) ? value : null
  } catch {
    return null
  }
}

export function writeWindow(window: unknown): string {
  return JSON.stringify(window, null, 2)
}

export function isWritten(value: unknown): value is WrittenWindow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The strategy that a written window names, where there is such a one. */
export function strategyOf({ strategy }: WrittenWindow): WindowStrategy | null {
  return typeof strategy === 'string' && Object.hasOwn(freshFields, strategy) ? (strategy as WindowStrategy) : null
}

/** What a window begins with that did not have the strategy before: the least that makes sense of it. */
const freshFields: Record<WindowStrategy, WrittenWindow> = {
  off: {},
  buffer: { maxMessages: 20 },
  'sliding-window': { maxTokens: 4_000, maxTurns: 30 },
  summarizing: { recentMessages: 20, summarizeEvery: 20, maxSummaryTokens: 600 },
  vector: { topK: 8, threshold: 0, reach: 'thread', recentMessages: 6 },
  composite: {
    providers: [
      { strategy: 'buffer', maxMessages: 12 },
      { strategy: 'vector', topK: 6, threshold: 0.2, reach: 'thread' },
    ],
    mergeStrategy: 'concat',
  },
}

/** A fresh window of a strategy. */
export function freshWindow(strategy: WindowStrategy): WrittenWindow {
  return { strategy, ...freshFields[strategy] }
}

/**
 * The same window under another strategy: what both know stays, and so does what nobody knows. `before` is what was last
 * written under that strategy, so that a look at another one costs nothing.
 */
export function withStrategy(window: WrittenWindow, strategy: WindowStrategy, before?: WrittenWindow): WrittenWindow {
  const old = strategyOf(window)
  const leaving = new Set(old === null ? [] : namesOf(old))
  const arriving = new Set(namesOf(strategy))
  const kept = Object.entries(window).filter(
    ([name]) => name !== 'strategy' && (arriving.has(name) || !leaving.has(name)),
  )
  const begin = before ?? freshWindow(strategy)
  return { ...begin, ...Object.fromEntries(kept), strategy }
}

function namesOf(strategy: WindowStrategy): string[] {
  const names = windowFields(strategy).map(({ name }) => name)
  return strategy === 'buffer' ? [...names, 'lastMessages'] : names
}

/** With one field set, in its place; undefined takes it away. */
export function withField(window: WrittenWindow, name: string, value: unknown): WrittenWindow {
  if (value !== undefined) return { ...window, [name]: value }
  const { [name]: _gone, ...rest } = window
  return rest
}

/** The parts of a composite window, as they are written. */
export function partsOf({ providers }: WrittenWindow): readonly unknown[] {
  return Array.isArray(providers) ? providers : []
}

/** With a part moved one place up (-1) or down (1); at the ends as it was. */
export function withPartMoved(parts: readonly unknown[], index: number, by: 1 | -1): readonly unknown[] {
  const target = index + by
  if (target < 0 || target >= parts.length) return parts
  const moved = [...parts]
  const [part] = moved.splice(index, 1)
  moved.splice(target, 0, part)
  return moved
}

/** What is wrong with a written window: at which place (`providers.1.topK`; empty for the whole) and in which words. */
export type WindowProblems = ReadonlyMap<string, string>

/** The one schema of windows decides (W1); its ranges make the words. */
export function problemsOf(window: unknown): WindowProblems {
  const problems = new Map<string, string>()
  const add = (path: readonly PropertyKey[], words: string) => {
    const place = path.map(String).join('.')
    if (!problems.has(place)) problems.set(place, words)
  }
  const parsed = Window.safeParse(window)
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], 'No window of this strategy has such a field.')
    } else add(issue.path, rangeWords(window, issue.path) ?? issue.message)
  }
  if (isWritten(window)) {
    addReserve(window, [], add)
    for (const [index, part] of partsOf(window).entries()) {
      if (isWritten(part)) addReserve(part, ['providers', index], add)
    }
  }
  return problems
}

function addReserve(
  { maxTokens, reservedTokens }: WrittenWindow,
  path: WindowPath,
  add: (path: readonly PropertyKey[], words: string) => void,
): void {
  if (typeof maxTokens !== 'number' || typeof reservedTokens !== 'number' || reservedTokens < maxTokens) return
  if (reservedTokens === 0) return
  add([...path, 'reservedTokens'], 'Leaves nothing of the token budget: reserve less, or raise the budget.')
}

/** What a field takes, in words; undefined for what is no field of a strategy. */
function rangeWords(window: unknown, path: readonly PropertyKey[]): string | undefined {
  const name = path.at(-1)
  let holder: unknown = window
  for (const key of path.slice(0, -1)) holder = holder instanceof Object ? Reflect.get(holder, key) : undefined
  if (!isWritten(holder)) return undefined
  const strategy = strategyOf(holder)
  if (name === 'strategy' && strategy === null) return 'There is no such strategy.'
  const field = strategy === null ? undefined : windowFields(strategy).find((known) => known.name === name)
  if (!field) return undefined
  const count = (value: number) => value.toLocaleString('en')
  switch (field.kind) {
    case 'whole':
      return `A whole number from ${count(field.min)} to ${count(field.max)}, or empty ${field.whenAbsent === undefined ? 'for none' : `for ${field.whenAbsent}`}.`
    case 'share':
      return name === 'step' ? 'From 1 to 95 percent, or empty.' : `From ${field.min} to ${field.max}.`
    case 'text':
      return `From ${count(field.min)} to ${count(field.max)} characters, or empty.`
    case 'choice':
      return `One of ${field.choices.join(', ')}.`
    case 'parts':
      return `From ${field.min} to ${field.max} parts.`
  }
}
