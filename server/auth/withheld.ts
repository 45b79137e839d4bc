import { LociError } from '../errors'

type Fields = Readonly<Record<string, unknown>>

/** What was said, by the names that answers give it; all of these may be null on the wire. */
const SAID = ['title', 'firstLine', 'lastLine'] as const

/**
 * An answer without what people and agents have said: titles and lines are null and `isWithheld` beside them, notes have no
 * text, jobs neither order nor result, threads neither metadata nor state. Ids, scopes, tags and figures stay.
 */
export function withheld(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withheld)
  if (!isFields(answer)) return answer
  const kept = Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withheld(value)]))
  const said = SAID.filter((name) => name in answer)
  if (said.length > 0) {
    for (const name of said) kept[name] = null
    if ('firstLine' in answer) kept.isWithheld = true
  }
  if ('threadId' in answer && 'metadata' in answer) Object.assign(kept, { metadata: {}, state: null })
  if ('mentions' in answer && 'text' in answer) kept.text = ''
  if ('kind' in answer && 'result' in answer) Object.assign(kept, { result: null, error: null })
  if ('kind' in answer && 'order' in answer) kept.order = {}
  return kept
}

/**
 * A filter by words, and an order by titles, tell of what they look at.
 *
 * @throws FORBIDDEN
 */
export function assertLooksAtNoContent(input: unknown): void {
  if (!isFields(input)) return
  const filters = isFields(input.filters) ? input.filters : {}
  const sort = isFields(input.sort) ? input.sort : {}
  if (input.text !== undefined || filters.text !== undefined || sort.by === 'title') {
    throw new LociError('FORBIDDEN', 'Your role sees no content, so it cannot look for words or sort by titles.')
  }
}

function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
