import fc from 'fast-check'
import { numberTurns } from '../../memory/turn'
import type { NewestTurn, WindowTotals } from '../../memory/window-limits'
import type { WindowMessage } from '../../memory/window-message'
import { Window } from '../../memory/window-schema'

/** The shape of a stored message, before seq, turn and totals are known. */
export interface Shape {
  role: 'user' | 'assistant' | 'tool'
  callIds?: string[]
  toolCallId?: string
  tokens?: number
  isEmpty?: boolean
  isPinned?: boolean
}

export interface Thread {
  rows: WindowMessage[]
  totals: WindowTotals
  openTurn: NewestTurn
}

/** Numbers shapes the way a store does. */
export function threadOf(shapes: readonly Shape[]): Thread {
  const turns = numberTurns(shapes.map((shape) => ({ role: shape.role, callIds: shape.callIds ?? [] })))
  let running = 0
  const rows = shapes.map((shape, index): WindowMessage => {
    const tokens = shape.tokens ?? 10
    running += tokens
    return {
      seq: index + 1,
      role: shape.role,
      turn: turns[index] ?? 0,
      tokens,
      runningTokens: running,
      callIds: shape.callIds ?? [],
      toolCallId: shape.toolCallId ?? null,
      isEmpty: shape.isEmpty ?? false,
      ...(shape.isPinned ? { isPinned: true } : {}),
    }
  })
  const last = rows.at(-1)
  const turn = last?.turn ?? 0
  return {
    rows,
    totals: { messages: rows.length, tokens: running, lastSeq: rows.length },
    openTurn: {
      turn,
      firstSeq: rows.find((row) => row.turn === turn)?.seq ?? 1,
      isOpen: last !== undefined && !(last.role === 'assistant' && last.callIds.length === 0),
    },
  }
}

export const user = (tokens?: number): Shape => ({ role: 'user', ...(tokens === undefined ? {} : { tokens }) })
export const says = (tokens?: number): Shape => ({ role: 'assistant', ...(tokens === undefined ? {} : { tokens }) })
export const calls = (...ids: string[]): Shape => ({ role: 'assistant', callIds: ids, isEmpty: true })
export const result = (id: string, tokens?: number): Shape => ({
  role: 'tool',
  toolCallId: id,
  ...(tokens === undefined ? {} : { tokens }),
})

const callId = fc.constantFrom('a', 'b', 'c')
const tokens = fc.integer({ min: 4, max: 60 })

/** One assistant message with calls and most of its results, sometimes interrupted, late or missing. */
const exchangeShapes: fc.Arbitrary<Shape[]> = fc
  .record({
    ids: fc.array(callId, { minLength: 1, maxLength: 3 }),
    answered: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    interruptAt: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 5 }),
    hasText: fc.boolean(),
    tokens,
  })
  .map((exchange) => {
    const shapes: Shape[] = [
      { role: 'assistant', callIds: exchange.ids, isEmpty: !exchange.hasText, tokens: exchange.tokens },
    ]
    exchange.ids.forEach((id, index) => {
      if (exchange.interruptAt === index) shapes.push({ role: 'user', tokens: 5 })
      if (exchange.answered[index] !== false || exchange.tokens % 3 > 0) shapes.push(result(id, exchange.tokens))
    })
    return shapes
  })

const plainShape: fc.Arbitrary<Shape[]> = fc
  .record({
    role: fc.constantFrom('user' as const, 'user' as const, 'assistant' as const),
    tokens,
    isEmpty: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
  })
  .map((shape) => [shape])

/** Threads of up to some sixty messages: interrupted, late and missing results, empty messages, long open turns. */
export const anyThread: fc.Arbitrary<Thread> = fc
  .array(fc.oneof(plainShape, plainShape, exchangeShapes), { maxLength: 24 })
  .map((parts) => threadOf(parts.flat()))

const ceiling = (max: number) =>
  fc.option(fc.oneof(fc.integer({ min: 1, max }), fc.nat({ max: 3 })), { nil: undefined })

/** Leaves out what is undefined, as a window on the wire does. */
function defined<TValue extends object>(value: TValue): TValue {
  // The members that may be undefined are those that may be absent.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as TValue
}

const sharedFields = {
  reservedTokens: fc.option(fc.nat({ max: 60 }), { nil: undefined }),
  keepFirst: fc.option(fc.nat({ max: 4 }), { nil: undefined }),
  step: fc.option(fc.double({ min: 0.05, max: 0.9, noNaN: true }), { nil: undefined }),
  startOn: fc.option(fc.constant('user' as const), { nil: undefined }),
}

const draw = {
  buffer: fc
    .record({
      strategy: fc.constant('buffer' as const),
      maxMessages: ceiling(30),
      maxTokens: ceiling(600),
      ...sharedFields,
    })
    .map(defined),
  sliding: fc
    .record({
      strategy: fc.constant('sliding-window' as const),
      maxTurns: ceiling(12),
      maxTokens: ceiling(600),
      ...sharedFields,
    })
    .map(defined),
  summarizing: fc
    .record({
      strategy: fc.constant('summarizing' as const),
      recentMessages: fc.nat({ max: 12 }),
      summarizeEvery: fc.integer({ min: 1, max: 8 }),
      maxTokens: ceiling(600),
      ...sharedFields,
    })
    .map(defined),
  vector: fc
    .record({
      strategy: fc.constant('vector' as const),
      topK: fc.integer({ min: 1, max: 6 }),
      recentMessages: fc.option(fc.nat({ max: 8 }), { nil: undefined }),
      maxTokens: ceiling(600),
      ...sharedFields,
    })
    .map(defined),
}

const anyPart = fc.oneof(draw.buffer, draw.sliding, draw.summarizing, draw.vector)

const anyComposite = fc
  .record({
    strategy: fc.constant('composite' as const),
    providers: fc.array(anyPart, { minLength: 1, maxLength: 3 }),
    mergeStrategy: fc.constantFrom('concat' as const, 'interleave' as const, 'priority' as const),
    maxTokens: ceiling(600),
    ...sharedFields,
  })
  .map(defined)

/** Every kind of window, as the schema gives it. */
export const anyWindow: fc.Arbitrary<Window> = fc
  .oneof(
    { weight: 1, arbitrary: fc.constant({ strategy: 'off' as const }) },
    { weight: 8, arbitrary: draw.buffer },
    { weight: 8, arbitrary: draw.sliding },
    { weight: 8, arbitrary: draw.summarizing },
    { weight: 6, arbitrary: draw.vector },
    { weight: 10, arbitrary: anyComposite },
  )
  .map((window) => Window.parse(window))
