/** One server-sent event: its id, where it has one, and its data. */
export interface StreamEvent {
  id: string | undefined
  data: string
}

/**
 * Takes a text/event-stream apart, however it is cut into pieces, also within a line break or a character. Comments,
 * and the fields `event` and `retry`, are skipped.
 */
export class EventStreamReader {
  readonly #decoder = new TextDecoder()
  /** A line that has not ended, in pieces: a message may be many megabytes in one line. */
  #rest: string[] = []
  #endsWithReturn = false
  #id: string | undefined
  #data: string[] = []

  /** The events that are complete with this piece. */
  push(bytes: Uint8Array): StreamEvent[] {
    this.#rest.push(this.#decoder.decode(bytes, { stream: true }))
    if (!/[\r\n]/.test(this.#rest.at(-1) ?? '') && !this.#endsWithReturn) return []
    const text = this.#rest.join('')
    // A line feed may follow a carriage return at the end.
    const lines = text.split(/\r\n|\n|\r(?!$)/)
    this.#rest = [lines.pop() ?? '']
    this.#endsWithReturn = text.endsWith('\r')
    return lines.flatMap((line) => this.#line(line))
  }

  #line(line: string): StreamEvent[] {
    if (line === '') return this.#end()
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'data') this.#data.push(value)
    if (name === 'id') this.#id = value
    return []
  }

  #end(): StreamEvent[] {
    const event = { id: this.#id, data: this.#data.join('\n') }
    const isEmpty = this.#data.length === 0
    this.#data = []
    this.#id = undefined
    return isEmpty ? [] : [event]
  }
}
