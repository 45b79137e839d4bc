/** A member of a JSON object in its text: offsets, end exclusive. `keyStart` is at the key's opening quote. */
export interface JsonMember {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly valueStart: number
  readonly valueEnd: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The members of the object that begins at `start` (blank space before it is skipped), duplicates included. */
export function membersAt(text: string, start: number): JsonMember[] {
  let position = skipSpace(text, start)
  expectCode(text, position, OPEN_OBJECT)
  position = skipSpace(text, position + 1)
  const members: JsonMember[] = []
  if (text.charCodeAt(position) === CLOSE_OBJECT) return members
  for (;;) {
    const keyStart = position
    const keyEnd = stringEnd(text, keyStart)
    position = skipSpace(text, keyEnd)
    expectCode(text, position, COLON)
    const valueStart = skipSpace(text, position + 1)
    const valueEnd = valueEndAt(text, valueStart)
    members.push({ key: decodeString(text, keyStart, keyEnd), keyStart, keyEnd, valueStart, valueEnd })
    position = skipSpace(text, valueEnd)
    if (text.charCodeAt(position) === CLOSE_OBJECT) return members
    expectCode(text, position, COMMA)
    position = skipSpace(text, position + 1)
  }
}

/** Offsets of the elements of the array that begins at `start` (blank space before it is skipped). */
export function elementsAt(text: string, start: number): { start: number; end: number }[] {
  let position = skipSpace(text, start)
  expectCode(text, position, OPEN_ARRAY)
  position = skipSpace(text, position + 1)
  const elements: { start: number; end: number }[] = []
  if (text.charCodeAt(position) === CLOSE_ARRAY) return elements
  for (;;) {
    const end = valueEndAt(text, position)
    elements.push({ start: position, end })
    position = skipSpace(text, end)
    if (text.charCodeAt(position) === CLOSE_ARRAY) return elements
    expectCode(text, position, COMMA)
    position = skipSpace(text, position + 1)
  }
}

export function beginsArray(text: string, start: number): boolean {
  return text.charCodeAt(skipSpace(text, start)) === OPEN_ARRAY
}

export function beginsObject(text: string, start: number): boolean {
  return text.charCodeAt(skipSpace(text, start)) === OPEN_OBJECT
}

/** Deepest nesting of arrays and objects; stops counting just above `limit`. Makes no claim on validity. */
export function nestingDepth(text: string, limit: number): number {
  let depth = 0
  let deepest = 0
  for (let position = 0; position < text.length && deepest <= limit; position += 1) {
    const code = text.charCodeAt(position)
    if (code === QUOTE) position = closingQuote(text, position)
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) deepest = Math.max(deepest, ++depth)
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1
  }
  return deepest
}

function valueEndAt(text: string, start: number): number {
  const code = text.charCodeAt(start)
  if (code === QUOTE) return stringEnd(text, start)
  if (code === OPEN_ARRAY || code === OPEN_OBJECT) return containerEnd(text, start)
  let position = start
  while (position < text.length && !endsScalar(text.charCodeAt(position))) position += 1
  if (position === start) throw malformed(start)
  return position
}

function containerEnd(text: string, start: number): number {
  let depth = 0
  for (let position = start; position < text.length; position += 1) {
    const code = text.charCodeAt(position)
    if (code === QUOTE) position = closingQuote(text, position)
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth += 1
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1
      if (depth === 0) return position + 1
    }
  }
  throw malformed(start)
}

function stringEnd(text: string, start: number): number {
  expectCode(text, start, QUOTE)
  const end = closingQuote(text, start)
  if (end >= text.length) throw malformed(start)
  return end + 1
}

/** Offset of the quote that closes the string opened at `start`, or the text's length when none does. */
function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return quote
  }
  return text.length
}

function decodeString(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1)
  // JSON.parse of a string literal gives a string.
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw
}

function skipSpace(text: string, start: number): number {
  let position = start
  while (isSpace(text.charCodeAt(position))) position += 1
  return position
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function endsScalar(code: number): boolean {
  return code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT || isSpace(code)
}

function expectCode(text: string, position: number, code: number): void {
  if (text.charCodeAt(position) !== code) throw malformed(position)
}

function malformed(position: number): SyntaxError {
  return new SyntaxError(`Malformed JSON at offset ${position}`)
}
