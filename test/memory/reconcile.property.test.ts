import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reconcile } from '../../memory/reconcile'
import type { HandedList } from '../../memory/stored-keys'
import { handedList, incomingOf, type Line, rules, TestThread } from './conversation-model'

/** As many as the whole suite has time for; the full suite takes the 5,000 that are asked for. */
const RUNS = process.env.LOCI_TEST_FULL ? 5_000 : 500

/** A turn: a question (or two), exchanges with one or two calls, an answer. `text` draws from few or many texts. */
function turnOf(text: fc.Arbitrary<string>): fc.Arbitrary<Line[]> {
  const exchange = fc.record({
    ids: fc.uniqueArray(fc.constantFrom('c1', 'c2', 'c3'), { minLength: 1, maxLength: 2 }),
    text,
  })
  return fc
    .record({
      asks: fc.array(text, { minLength: 1, maxLength: 2 }),
      exchanges: fc.array(exchange, { maxLength: 2 }),
      answer: text,
    })
    .map((turn) => [
      ...turn.asks.map((line): Line => ({ role: 'user', text: line })),
      ...turn.exchanges.flatMap((made): Line[] => [
        { role: 'assistant', text: '', callIds: made.ids },
        ...made.ids.map((id): Line => ({ role: 'tool', toolCallId: id, text: made.text })),
      ]),
      { role: 'assistant', text: turn.answer },
    ])
}

const fewTexts = fc.constantFrom('yes', 'no', 'ok')

/** One run of an agent: what it reads, in how many steps it writes its turn, and what goes wrong on the way. */
interface Run {
  turn: Line[]
  /** How many messages it loads; undefined: all. */
  window: number | undefined
  keepFirst: number
  /** Seqs that stand in front of the window besides: pins and what was recalled. */
  inFront: number[]
  /** How many of the loaded messages the agent leaves out at the front before it hands its state over. */
  leavesOut: number
  /** Ends of the states it writes within the turn; the whole turn comes last. */
  steps: number[]
  /** Each write is sent this many times. */
  sends: number
  addsSystem: boolean
}

const runOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Run> =>
  fc.record({
    turn: turnOf(text),
    window: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
    keepFirst: fc.nat({ max: 2 }),
    inFront: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
    leavesOut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
    steps: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }).map((all) => all.toSorted((a, b) => a - b)),
    sends: fc.integer({ min: 1, max: 2 }),
    addsSystem: fc.boolean(),
  })

/** Makes every text of a conversation its own. */
function withOwnTexts(runs: readonly Run[]): Run[] {
  return runs.map((run, runIndex) => ({
    ...run,
    turn: run.turn.map((line, index) => ({ ...line, text: `${runIndex}/${index} ${line.text}` })),
  }))
}

interface Echo {
  keepsIds: boolean
  hasToken: boolean
}

type Outcome = { kind: 'stored'; thread: TestThread } | { kind: 'conflict'; thread: TestThread; reason: string }

/** Plays the runs against a thread; stops at the first conflict, of which nothing may have been stored. */
function play(runs: readonly Run[], echo: Echo, decide?: (thread: TestThread, lines: Line[]) => number[]): Outcome {
  const thread = new TestThread()
  for (const run of runs) {
    const total = thread.lines.length
    const start = run.window === undefined ? 0 : Math.max(0, total - run.window)
    const isLoaded = (seq: number) => seq > start || seq <= run.keepFirst || run.inFront.includes(seq)
    const seqs = thread.lines.map((_, index) => index + 1).filter(isLoaded)
    // The newest message is never left out: a part of the list that was handed out ends at its last item (R2 b).
    const first = Math.min(run.leavesOut, Math.max(0, seqs.length - 1))
    const loaded = seqs.slice(first).flatMap((seq) => thread.lines[seq - 1] ?? [])
    const echoed = loaded.map(({ id, ...line }): Line => (echo.keepsIds ? { ...line, id } : line))
    const since: number[] = []
    for (const end of [...run.steps, run.turn.length]) {
      const made = run.turn.slice(0, end)
      const state = [...(run.addsSystem ? [rules('be kind')] : []), ...echoed, ...made]
      for (let send = 0; send < run.sends; send += 1) {
        const handed: HandedList | undefined = echo.hasToken ? handedList(seqs, since) : undefined
        if (decide) {
          thread.append(decide(thread, state).flatMap((index) => state[index] ?? []))
          continue
        }
        const before = thread.lines.length
        const { seqs: stored, decision } = thread.write(state, handed)
        if (decision.kind === 'conflict') {
          expect(thread.lines).toHaveLength(before)
          return { kind: 'conflict', thread, reason: decision.reason }
        }
        since.push(...stored)
      }
    }
  }
  return { kind: 'stored', thread }
}

function conversationOf(runs: readonly Run[]): Line[] {
  return runs.flatMap((run) => run.turn)
}

function plain(lines: readonly Line[]): Line[] {
  return lines.map(({ id: _id, ...line }) => line)
}

function expectOnce(runs: readonly Run[], outcome: Outcome): void {
  const whole = conversationOf(runs)
  const stored = plain(outcome.thread.lines)
  if (outcome.kind === 'stored') expect(stored).toEqual(whole)
  else expect(stored).toEqual(whole.slice(0, stored.length))
}

const fewTextRuns = fc.array(runOf(fewTexts), { minLength: 1, maxLength: 6 })

describe('reconciling, by property', { timeout: 300_000 }, () => {
  it('R2: with a read token each conversation is stored exactly once, ids dropped, equal texts all over', () => {
    fc.assert(
      fc.property(fewTextRuns, (drawn) => {
        // Of equal messages, those that were left out cannot be told from those that are new: whole goes before part.
        const runs = drawn.map((run) => ({ ...run, leavesOut: 0 }))
        const outcome = play(runs, { keepsIds: false, hasToken: true })
        expect(outcome.kind).toBe('stored')
        expectOnce(runs, outcome)
      }),
      { numRuns: RUNS },
    )
  })

  it('R2: with a read token likewise when the agent leaves out the beginning of what it was given', () => {
    fc.assert(
      fc.property(fewTextRuns.map(withOwnTexts), (runs) => {
        const outcome = play(runs, { keepsIds: false, hasToken: true })
        expect(outcome.kind).toBe('stored')
        expectOnce(runs, outcome)
      }),
      { numRuns: RUNS },
    )
  })

  it('R2: with ids and a read token likewise', () => {
    fc.assert(
      fc.property(fewTextRuns, (runs) => {
        const outcome = play(runs, { keepsIds: true, hasToken: true })
        expect(outcome.kind).toBe('stored')
        expectOnce(runs, outcome)
      }),
      { numRuns: RUNS },
    )
  })

  it('R2: with ids alone, in whole states', () => {
    fc.assert(
      fc.property(fewTextRuns, (runs) => {
        const whole = runs.map((run) => ({ ...run, window: run.window === 0 ? undefined : run.window, inFront: [] }))
        expectOnce(runs, play(whole, { keepsIds: true, hasToken: false }))
      }),
      { numRuns: RUNS },
    )
  })

  it('R2: with neither, whole states of equal texts are stored exactly once', () => {
    fc.assert(
      fc.property(fewTextRuns, (runs) => {
        const whole = runs.map((run) => ({ ...run, window: undefined, leavesOut: 0 }))
        const outcome = play(whole, { keepsIds: false, hasToken: false })
        expect(outcome.kind).toBe('stored')
        expectOnce(runs, outcome)
      }),
      { numRuns: RUNS },
    )
  })

  it('R2: with neither, windows of texts of their own are stored exactly once, or there is a conflict', () => {
    fc.assert(
      fc.property(fewTextRuns.map(withOwnTexts), (drawn) => {
        // Single messages from further back, and nothing of the tail, cannot be told from a question asked again.
        const showsTail = (run: Run) => run.window === undefined || run.window >= 2
        const runs = drawn.map((run) => (showsTail(run) ? run : { ...run, inFront: [], leavesOut: 0 }))
        expectOnce(runs, play(runs, { keepsIds: false, hasToken: false }))
      }),
      { numRuns: RUNS },
    )
  })

  it('R6: two runs at once are both stored whole and in one piece, or one gets a conflict', () => {
    fc.assert(
      fc.property(
        fc.array(runOf(fewTexts), { maxLength: 3 }),
        fc.tuple(turnOf(fewTexts), turnOf(fewTexts)),
        fc.record({ keepsIds: fc.boolean(), hasToken: fc.constant(true) }),
        (before, [mine, theirs], echo) => {
          const { thread } = play(before, { keepsIds: true, hasToken: true })
          const seqs = thread.lines.map((_, index) => index + 1)
          const echoed = thread.lines.map(({ id, ...line }): Line => (echo.keepsIds ? { ...line, id } : line))
          const first = thread.write([...echoed, ...mine], handedList(seqs))
          const second = thread.write([...echoed, ...theirs], handedList(seqs))
          expect(first.decision.kind).toBe('append')
          expect(second.decision.kind).toBe('append')
          expect(plain(thread.lines)).toEqual([...conversationOf(before), ...mine, ...theirs])
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('R6: two runs that write step by step at once are stored once each and in order, or there is a conflict', () => {
    const writer = fc.record({
      turn: turnOf(fewTexts),
      steps: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }).map((all) => all.toSorted((a, b) => a - b)),
      sends: fc.integer({ min: 1, max: 2 }),
    })
    const order = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(
        fc.array(runOf(fewTexts), { maxLength: 3 }),
        fc.tuple(writer, writer),
        order,
        (before, writers, turns) => {
          const { thread } = play(before, { keepsIds: true, hasToken: true })
          const base = thread.lines.length
          const seqs = thread.lines.map((_, index) => index + 1)
          const echoed = thread.lines.map(({ id: _id, ...line }): Line => line)
          const states = writers.map(({ turn, steps }, own) => ({
            lines: turn.map((line, index) => ({ ...line, text: `${own}/${index} ${line.text}` })),
            ends: [...steps.filter((end) => end < turn.length), turn.length],
            since: [] as number[],
          }))
          const queue = [...turns.map((isFirst) => (isFirst ? 0 : 1)), 0, 0, 0, 0, 1, 1, 1, 1]
          for (const own of queue) {
            const state = states[own]
            const end = state?.ends.shift()
            if (!state || end === undefined) continue
            for (let send = 0; send < (writers[own]?.sends ?? 1); send += 1) {
              const lines = [...echoed, ...state.lines.slice(0, end)]
              const { seqs: stored, decision } = thread.write(lines, handedList(seqs, state.since))
              state.since.push(...stored)
              if (decision.kind === 'conflict') state.ends = []
            }
          }
          const written = plain(thread.lines.slice(base))
          for (const [own, state] of states.entries()) {
            const mine = written.filter((line) => line.text.startsWith(`${own}/`))
            expect(mine).toEqual(state.lines.slice(0, mine.length))
          }
          expect(written).toHaveLength(states.reduce((sum, { since }) => sum + since.length, 0))
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('the properties notice an alignment by set instead of by position', () => {
    const bySet = (thread: TestThread, lines: Line[]) => {
      const known = new Set(incomingOf(thread.lines).map((message) => message.key))
      return incomingOf(lines).flatMap((message, index) =>
        message.role === 'system' || known.has(message.key) ? [] : [index],
      )
    }
    const check = () =>
      fc.assert(
        fc.property(fewTextRuns, (runs) => {
          expectOnce(runs, play(runs, { keepsIds: false, hasToken: true }, bySet))
        }),
        { numRuns: RUNS },
      )
    expect(check).toThrow(/Property failed/)
  })

  it('takes linear time on a long thread of equal messages', () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, index): Line => ({ role: index % 2 ? 'assistant' : 'user', text: 'ok' }),
    )
    const thread = new TestThread(lines)
    const incoming = incomingOf([...lines, { role: 'user', text: 'ok' }])
    const stored = thread.view(incoming, undefined)
    const started = performance.now()
    expect(reconcile({ incoming, stored })).toMatchObject({ kind: 'append', append: [10_000] })
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
