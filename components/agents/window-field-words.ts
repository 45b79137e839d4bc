import type { WindowField, WindowStrategy } from '@/memory/window-fields'
import type { LimitScale } from './limit-scale'

/** How a field of a window is called and handled on the desk; its range and meaning come from the schema. */
export interface WindowFieldWords {
  label: string
  unit: string
  /** What an absent value means. */
  whenEmpty: string
  /** A slider's range: what people use, within what the schema allows. */
  scale?: LimitScale
  /** Stands under "More". */
  isRare: boolean
}

const tokenScale = { min: 250, max: 200_000 }
const messageScale = { min: 1, max: 500 }

const words: Readonly<Record<string, Omit<WindowFieldWords, 'isRare'> & { isRare?: true }>> = {
  maxTokens: { label: 'Token budget', unit: 'tokens', whenEmpty: 'no limit', scale: tokenScale },
  maxMessages: { label: 'Messages at most', unit: 'msgs', whenEmpty: 'no limit', scale: messageScale },
  lastMessages: { label: 'Messages at most', unit: 'msgs', whenEmpty: 'no limit', scale: messageScale },
  maxTurns: { label: 'Turns at most', unit: 'turns', whenEmpty: 'no limit', scale: { min: 1, max: 300 } },
  recentMessages: { label: 'Recent messages', unit: 'msgs', whenEmpty: 'none', scale: messageScale },
  summarizeEvery: { label: 'Summarize every', unit: 'msgs', whenEmpty: '20', scale: messageScale },
  maxSummaryTokens: { label: 'Longest summary', unit: 'tokens', whenEmpty: '600', scale: { min: 50, max: 8_000 } },
  model: { label: 'Summary model', unit: '', whenEmpty: 'the installation’s' },
  prompt: { label: 'Summary prompt', unit: '', whenEmpty: 'Keep order numbers and what was promised' },
  topK: { label: 'Messages to recall', unit: 'msgs', whenEmpty: '8', scale: { min: 1, max: 100 } },
  threshold: { label: 'Least likeness', unit: '0–1', whenEmpty: '0' },
  reach: { label: 'Recall in', unit: '', whenEmpty: 'thread' },
  mergeStrategy: { label: 'When it gets full', unit: '', whenEmpty: 'concat' },
  providers: { label: 'Parts', unit: '', whenEmpty: '' },
  reservedTokens: {
    label: 'Reserved tokens',
    unit: 'tokens',
    whenEmpty: 'none',
    scale: { min: 50, max: 50_000 },
    isRare: true,
  },
  keepFirst: {
    label: 'Keep the first messages',
    unit: 'msgs',
    whenEmpty: 'none',
    scale: { min: 1, max: 50 },
    isRare: true,
  },
  step: { label: 'Move in steps', unit: '%', whenEmpty: 'none', isRare: true },
  startOn: { label: 'Start with a user message', unit: '', whenEmpty: '', isRare: true },
}

/** A field that came later than its words is called by its name. */
export function fieldWords({ name }: Pick<WindowField, 'name'>): WindowFieldWords {
  const known = words[name]
  return known
    ? { ...known, isRare: known.isRare ?? false }
    : { label: name, unit: '', whenEmpty: 'none', isRare: true }
}

export interface StrategyWords {
  label: string
  description: string
}

export const STRATEGY_WORDS: Readonly<Record<WindowStrategy, StrategyWords>> = {
  off: { label: 'Off', description: 'Nothing' },
  'sliding-window': { label: 'Sliding window', description: 'The newest turns, up to a budget of tokens' },
  buffer: { label: 'Last messages', description: 'The newest N, cheap and plain' },
  summarizing: { label: 'Summary and recent', description: 'A summary of the beginning, then what followed' },
  vector: { label: 'Recall', description: 'What has to do with the question, and the newest' },
  composite: { label: 'Several in one', description: 'Parts in order, under one budget' },
}

/** Each choice of a field in plain words. */
export const CHOICE_WORDS: Readonly<Record<string, string>> = {
  thread: 'this thread',
  subject: 'all threads of the subject',
  concat: 'in order, until it is full',
  interleave: 'a turn of each by turns',
  priority: 'the first, then what fits',
}
