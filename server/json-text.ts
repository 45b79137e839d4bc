/**
 * JSON that is passed through as the text it was stored as (M2). The HTTP layer writes `text` verbatim; anything that
 * goes through `JSON.stringify` gets the parsed value, which may lose what JavaScript cannot hold.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** A stored text as an answer passes it on, typed as what it parses to. */
export function passedText<T>(text: string): T {
  // `T` is what clients get; within the server nobody reads it, and the writer of the answer puts the text on the wire.
  return new JsonText(text) as unknown as T
}

/** Serializes a procedure's answer, with each JsonText inside it verbatim. Plain data only; undefined members are left out. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) {
    let elements = ''
    for (const element of value) elements += `${elements && ','}${element === undefined ? 'null' : writeJson(element)}`
    return `[${elements}]`
  }
  if (value === null || typeof value !== 'object' || value instanceof Date) return JSON.stringify(value) ?? 'null'
  let members = ''
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members += `${members && ','}${JSON.stringify(key)}:${writeJson(member)}`
  }
  return `{${members}}`
}
