import type { Window, WindowPart } from './window-config'

/** A setting of a window that does not do what it seems to do. */
export interface WindowNotice {
  /** Its name, of a composite window's part with its place: `step`, `providers.1.maxTurns`. */
  readonly setting: string
  /**
   * `none`: taking it away would change nothing. `with-query`: it counts only in reads that ask something.
   * `leaves-nothing`: because of it nothing is shown, or nothing but what must be. `unmet`: what it needs is not there.
   */
  readonly effect: 'none' | 'with-query' | 'leaves-nothing' | 'unmet'
  /** Why, in a sentence. */
  readonly why: string
}

/** What is known of the reads that the window is for. */
export interface ReadFacts {
  /** Whether they ask something; undefined where that is not known. */
  readonly hasQuery?: boolean | undefined
  /** Whether a model is there that makes summaries; undefined where that is not known. */
  readonly canSummarize?: boolean | undefined
}

/** W1: the settings of a window that have no effect, or another one than one might think. */
export function windowNotices(window: Window, facts: ReadFacts = {}): WindowNotice[] {
  if (window.strategy === 'off') return []
  if (window.strategy !== 'composite') return partNotices(window, facts)
  const notices: WindowNotice[] = []
  const note = noter(notices)
  budgetNotices(window, note)
  const { providers, maxTokens } = window
  if (providers.length === 1) note('mergeStrategy', 'none', 'One part alone has nothing to be merged with.')
  else if (maxTokens === undefined) {
    note('mergeStrategy', 'none', 'Without maxTokens of the whole, all that the parts choose is shown.')
  }
  for (const field of ['step', 'startOn'] as const) {
    const heirs = providers.filter((part) => part[field] === undefined)
    const { step } = window
    if (window[field] === undefined) continue
    if (heirs.length === 0) note(field, 'none', 'It holds for parts that set none, and each part sets its own.')
    else if (field === 'step' && step !== undefined && heirs.every((part) => !movesBySteps(part, step))) {
      note('step', 'none', 'No part has a limit to step along.')
    }
  }
  for (const [place, part] of providers.entries()) {
    // A part takes the step of the whole where it has none, so only its own is looked at here.
    for (const notice of partNotices(part, facts)) {
      notices.push({ ...notice, setting: `providers.${place}.${notice.setting}` })
    }
  }
  return notices
}

type Note = (setting: string, effect: WindowNotice['effect'], why: string) => void

function noter(notices: WindowNotice[]): Note {
  return (setting, effect, why) => notices.push({ setting, effect, why })
}

function partNotices(window: WindowPart, facts: ReadFacts): WindowNotice[] {
  const notices: WindowNotice[] = []
  const note = noter(notices)
  budgetNotices(window, note)
  if (window.strategy === 'buffer' && window.maxMessages === 0) note('maxMessages', 'leaves-nothing', ZERO)
  if (window.strategy === 'sliding-window' && window.maxTurns === 0) note('maxTurns', 'leaves-nothing', ZERO)
  stepNotices(window, note)
  if (window.strategy === 'buffer' && window.maxMessages && (window.keepFirst ?? 0) >= window.maxMessages) {
    note('keepFirst', 'leaves-nothing', 'The first messages take all the room of maxMessages: the newest hardly show.')
  }
  if (window.strategy === 'summarizing' && facts.canSummarize === false) {
    note('strategy', 'unmet', 'No model is there to make summaries: what is old is left out without one.')
    note('maxSummaryTokens', 'none', 'No model is there to make summaries.')
  }
  if (window.strategy === 'vector') recallNotices(window, { facts, note })
  return notices
}

const ZERO = '0 is a limit: nothing is shown.'

function budgetNotices(window: { maxTokens?: number | undefined; reservedTokens?: number | undefined }, note: Note) {
  const { maxTokens, reservedTokens } = window
  if (maxTokens === 0) note('maxTokens', 'leaves-nothing', ZERO)
  if (!reservedTokens) return
  if (maxTokens === undefined) note('reservedTokens', 'none', 'There is no maxTokens to keep it free of.')
  else if (maxTokens > 0 && reservedTokens >= maxTokens) {
    note('reservedTokens', 'leaves-nothing', 'It takes all of maxTokens.')
  }
}

/** W7: what the start moves by, along a limit. */
function stepNotices(window: WindowPart, note: Note): void {
  const { step } = window
  if (step === undefined || movesBySteps(window, step)) return
  const why =
    steppedLimits(window).length === 0
      ? 'There is no limit to step along: the beginning never moves.'
      : 'A step of so small a limit is one at most, which is how the beginning moves anyway.'
  note('step', 'none', why)
}

function movesBySteps(window: WindowPart, step: number): boolean {
  return steppedLimits(window).some((limit) => Math.floor(limit * step) > 1)
}

function steppedLimits(window: WindowPart): number[] {
  const tokens = window.maxTokens === undefined ? [] : [window.maxTokens - (window.reservedTokens ?? 0)]
  switch (window.strategy) {
    case 'buffer':
      return window.maxMessages === undefined ? tokens : [...tokens, window.maxMessages]
    case 'sliding-window':
      return window.maxTurns === undefined ? tokens : [...tokens, window.maxTurns]
    case 'vector':
      return [...tokens, window.recentMessages ?? window.topK]
    case 'summarizing':
      return tokens
  }
}

function recallNotices(
  window: Extract<WindowPart, { strategy: 'vector' }>,
  { facts, note }: { facts: ReadFacts; note: Note },
): void {
  if (facts.hasQuery) return
  const effect = facts.hasQuery === false ? 'none' : 'with-query'
  const why = facts.hasQuery === false ? 'This read asks nothing to recall by.' : 'Counts in reads with a query.'
  note('threshold', effect, why)
  note('reach', effect, why)
  // Without an own number of recent ones, it is also how many of those are shown.
  if (window.recentMessages !== undefined) note('topK', effect, why)
}
