import fc from 'fast-check'
import type { WindowInput } from '../../memory/window-config'

const shared = {
  keepFirst: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  step: fc.option(fc.constantFrom(0.1, 0.3, 0.6), { nil: undefined }),
  startOn: fc.option(fc.constant('user' as const), { nil: undefined }),
  reservedTokens: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
}
const limitOf = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: undefined })
const parts = [
  fc.record({ strategy: fc.constant('buffer' as const), maxMessages: limitOf(60), maxTokens: limitOf(900), ...shared }),
  fc.record({
    strategy: fc.constant('sliding-window' as const),
    maxTokens: limitOf(900),
    maxTurns: limitOf(12),
    ...shared,
  }),
  fc.record({
    strategy: fc.constant('summarizing' as const),
    recentMessages: fc.integer({ min: 1, max: 20 }),
    summarizeEvery: fc.integer({ min: 1, max: 12 }),
    maxTokens: limitOf(900),
    ...shared,
  }),
  fc.record({
    strategy: fc.constant('vector' as const),
    topK: fc.integer({ min: 1, max: 6 }),
    threshold: fc.constantFrom(0, 0.4),
    reach: fc.constantFrom('thread' as const, 'subject' as const),
    recentMessages: limitOf(12),
    maxTokens: limitOf(900),
    ...shared,
  }),
] as const
/** Any window that reads something, of every strategy, with limits that a conversation of some dozens of messages meets. */
export const window: fc.Arbitrary<WindowInput> = fc.oneof(
  ...parts,
  fc.record({
    strategy: fc.constant('composite' as const),
    providers: fc.array(fc.oneof(...parts), { minLength: 1, maxLength: 3 }),
    mergeStrategy: fc.constantFrom('concat' as const, 'interleave' as const, 'priority' as const),
    maxTokens: limitOf(900),
    ...shared,
  }),
)
