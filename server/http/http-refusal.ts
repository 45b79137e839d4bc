import type { LociError } from '../errors'

/** A typed error that answers with an HTTP status of its own. */
export class HttpRefusal extends Error {
  readonly status: number
  readonly known: LociError

  constructor(status: number, known: LociError) {
    super(known.message, { cause: known })
    this.name = 'HttpRefusal'
    this.status = status
    this.known = known
  }
}
