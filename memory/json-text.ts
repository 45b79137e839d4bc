import { beginsArray, beginsObject, elementsAt, type JsonMember, membersAt, nestingDepth } from './json-scan'

/** JSON nested deeper than this is refused at the edge. */
export const MAX_JSON_DEPTH = 32

/**
 * M2: the exact source text of each element of the array at `path` (member names; array indexes as text), for example
 * `['messages']` or `['0', 'messages']`. The last of duplicate keys counts, as in `JSON.parse`, so the slices always
 * belong to what was parsed. Nothing is decoded; linear and iterative. The text must be valid JSON: throws SyntaxError
 * where it is not, and RangeError when there is no array at the path.
 */
export function sliceElements(text: string, path: readonly string[]): string[] {
  let start: number | undefined = 0
  for (const step of path) if (start !== undefined) start = childStart(text, start, step)
  if (start === undefined || !beginsArray(text, start)) throw new RangeError(`No array at ${path.join('.')}`)
  return elementsAt(text, start).map((element) => text.slice(element.start, element.end))
}

function childStart(text: string, start: number, step: string): number | undefined {
  if (beginsObject(text, start)) return lastMember(text, step, start)?.valueStart
  if (beginsArray(text, start) && /^\d+$/.test(step)) return elementsAt(text, start)[Number(step)]?.start
  return undefined
}

function lastMember(text: string, key: string, start = 0): JsonMember | undefined {
  return membersAt(text, start).findLast((member) => member.key === key)
}

/**
 * The object's text with an id. Unchanged when it has one. Without one, `"id"` becomes its first member; an id of null
 * or blank text is replaced where it stands, since a later duplicate would win over an inserted one.
 */
export function withId(slice: string, id: string): string {
  const member = lastMember(slice, 'id')
  if (member) {
    const value: unknown = JSON.parse(slice.slice(member.valueStart, member.valueEnd))
    const isAbsent = value === null || (typeof value === 'string' && value.trim() === '')
    return isAbsent ? spliceText(slice, member.valueStart, member.valueEnd, JSON.stringify(id)) : slice
  }
  const inside = slice.indexOf('{') + 1
  const comma = membersAt(slice, 0).length > 0 ? ',' : ''
  return spliceText(slice, inside, inside, `"id":${JSON.stringify(id)}${comma}`)
}

/** The object's text with this id in place of its own; nothing else changes. */
export function withOtherId(slice: string, id: string): string {
  const member = lastMember(slice, 'id')
  return member ? spliceText(slice, member.valueStart, member.valueEnd, JSON.stringify(id)) : withId(slice, id)
}

/** The object's text without any member of that name; nothing else changes. */
export function withoutMember(slice: string, name: string): string {
  const members = membersAt(slice, 0)
  const kept = members.filter((member) => member.key !== name)
  if (kept.length === members.length) return slice
  const [first, last] = [members[0], members.at(-1)]
  if (!first || !last) return slice
  const body = kept.map((member) => slice.slice(member.keyStart, member.valueEnd)).join(',')
  return spliceText(slice, first.keyStart, last.valueEnd, body)
}

function spliceText(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** Deepest nesting of arrays and objects in a JSON text: `1` is 0, `[]` is 1. Iterative; the text need not be valid. */
export function depthOf(text: string): number {
  return nestingDepth(text, Number.POSITIVE_INFINITY)
}

/** Throws RangeError when the text nests deeper than `max` levels; stops reading there. */
export function assertDepth(text: string, max: number = MAX_JSON_DEPTH): void {
  if (nestingDepth(text, max) > max) throw new RangeError(`JSON is nested deeper than ${max} levels`)
}
