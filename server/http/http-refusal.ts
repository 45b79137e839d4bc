import type { LociError } from '../errors'

/** A typed error that answers with an HTTP status of its own. */
export class HttpRefusal extends Error {
  readonly status: number
  readonly known: LociError
  /** The rest of the request is not read: the connection is closed after the answer. */
  readonly closes: boolean

  constructor(status: number, known: LociError, { closes = false }: { closes?: boolean } = {}) {
    super(known.message, { cause: known })
    this.name = 'HttpRefusal'
    this.status = status
    this.known = known
    this.closes = closes
  }
}
