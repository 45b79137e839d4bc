/** Why a model gave nothing. A closed list: it is shown to people and kept with the thread. */
export type ModelFailure =
  /** The endpoint took too long. */
  | 'timeout'
  /** No connection. */
  | 'unreachable'
  /** The address is not one that Loci may speak to: another host, a private network, a redirect. */
  | 'blocked'
  /** The endpoint said no (4xx): key, model or request. */
  | 'refused'
  /** The endpoint is in trouble (5xx, 429). */
  | 'failed'
  /** The answer was not what the protocol promises, or larger than the limit. */
  | 'invalid'

const texts: Record<ModelFailure, string> = {
  timeout: 'The model took too long.',
  unreachable: 'The model endpoint is not reachable.',
  blocked: 'The model endpoint leads to an address that is not allowed.',
  refused: 'The model endpoint refused the request.',
  failed: 'The model endpoint has failed.',
  invalid: 'The model endpoint gave an answer that cannot be used.',
}

/**
 * A failed call of a model. It holds neither the request nor the answer nor the key, and no cause that could: it may be
 * logged.
 */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly failure: ModelFailure
  /** Of the HTTP answer, where there was one. */
  readonly status: number | undefined

  constructor(failure: ModelFailure, status?: number) {
    super(status === undefined ? texts[failure] : `${texts[failure]} (${status})`)
    this.failure = failure
    this.status = status
  }
}
