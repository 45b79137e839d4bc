import { canonicalJson } from '../../memory/canonical-json'
import type { ModelMessage } from '../../memory/message'

/** What a case throws when the provider does not keep the contract; test runners show `actual` and `expected`. */
export class ContractError extends Error {
  readonly actual: unknown
  readonly expected: unknown

  constructor(message: string, compared: { actual: unknown; expected: unknown }) {
    super(`${message}\nexpected: ${shown(compared.expected)}\nactual:   ${shown(compared.actual)}`)
    this.name = 'AssertionError'
    this.actual = compared.actual
    this.expected = compared.expected
  }
}

export function equal(actual: unknown, expected: unknown, message: string): void {
  if (canonicalJson(actual) !== canonicalJson(expected)) throw new ContractError(message, { actual, expected })
}

export function holds(condition: boolean, message: string, actual?: unknown): void {
  if (!condition) throw new ContractError(message, { actual, expected: 'see above' })
}

/** Contents in order, which is what most cases compare. */
export function said(messages: readonly ModelMessage[]): unknown[] {
  return messages.map(({ content }) => content)
}

/** The messages without what a memory may add: an id, and a summary or an instruction in front. */
export function plain(messages: readonly ModelMessage[]): object[] {
  return messages.filter(({ role }) => role !== 'system').map(({ id: _id, ...rest }) => rest)
}

/** Calls without all their results directly after them, and results without their call. */
export function brokenExchanges(messages: readonly ModelMessage[]): string[] {
  const broken: string[] = []
  let waiting: string[] = []
  for (const { role, toolCallId, toolCalls } of messages) {
    if (role === 'tool') {
      const place = waiting.indexOf(toolCallId ?? '')
      if (place === -1) broken.push(`result ${toolCallId} without its call`)
      else waiting.splice(place, 1)
      continue
    }
    broken.push(...waiting.map((id) => `call ${id} without its result`))
    waiting = (toolCalls ?? []).map(({ id }) => id)
  }
  return [...broken, ...waiting.map((id) => `call ${id} without its result`)]
}

function shown(value: unknown): string {
  return JSON.stringify(value, null, 1)?.replace(/\n\s*/g, ' ').slice(0, 2_000) ?? String(value)
}
