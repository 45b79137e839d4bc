import { isJsonObject } from './canonical-json'
import { beginsArray, elementsAt, type JsonMember, membersAt } from './json-scan'

/** True for a chat message in OpenAI's form: one of its own fields is there, and none of ours in its place. */
export function isOpenAiMessage(value: unknown): value is Record<string, unknown> {
  if (!isJsonObject(value) || typeof value.role !== 'string') return false
  return ('tool_calls' in value && !('toolCalls' in value)) || ('tool_call_id' in value && !('toolCallId' in value))
}

/**
 * M5: an OpenAI chat message as ours, by its text: only names and structure change, every value stays as it was sent,
 * arguments too (text). `tool_calls` becomes `toolCalls`, of each call `{ id, type, function: { name, arguments } }`
 * becomes `{ id, type, name, arguments }`, a custom call's `{ name, input }` the same; `tool_call_id` becomes `toolCallId`. Unknown fields stay where they are. A message that is ours already comes back unchanged. Takes valid JSON of an object.
 */
export function fromOpenAiText(slice: string): string {
  const members = membersAt(slice, 0)
  const names = new Set(members.map((member) => member.key))
  const edits: Edit[] = []
  for (const member of members) {
    const name = OUR_NAMES.get(member.key)
    if (name === undefined || names.has(name)) continue
    edits.push({ start: member.keyStart, end: member.keyEnd, text: JSON.stringify(name) })
    if (name === 'toolCalls') edits.push(...callEdits(slice, member))
  }
  return applyEdits(slice, edits)
}

const OUR_NAMES: ReadonlyMap<string, string> = new Map([
  ['tool_calls', 'toolCalls'],
  ['tool_call_id', 'toolCallId'],
])

/** Replaces a part of a text; edits are in order and do not overlap. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Lifts the members of each call's `function` or `custom` object into the call. */
function callEdits(text: string, calls: JsonMember): Edit[] {
  if (!beginsArray(text, calls.valueStart)) return []
  return elementsAt(text, calls.valueStart).flatMap((element) => {
    if (text[element.start] !== '{') return []
    const members = membersAt(text, element.start)
    const inner = members.findLast((member) => member.key === 'function' || member.key === 'custom')
    if (!inner || text[inner.valueStart] !== '{') return []
    const lifted = membersAt(text, inner.valueStart)
    const [first, last] = [lifted[0], lifted.at(-1)]
    if (!first || !last) return []
    const renamed = inner.key === 'custom' ? lifted.filter((member) => member.key === 'input') : []
    return [
      { start: inner.keyStart, end: first.keyStart, text: '' },
      ...renamed.map(({ keyStart, keyEnd }) => ({ start: keyStart, end: keyEnd, text: '"arguments"' })),
      { start: last.valueEnd, end: inner.valueEnd, text: '' },
    ]
  })
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let position = 0
  for (const edit of edits) {
    pieces.push(text.slice(position, edit.start), edit.text)
    position = edit.end
  }
  pieces.push(text.slice(position))
  return pieces.join('')
}
