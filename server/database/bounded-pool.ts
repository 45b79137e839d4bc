import pg from 'pg'

type Connected = Parameters<pg.Pool['connect']>[0]

/** Refused at once, because enough others wait already. It carries PostgreSQL's own state for it. */
class TooManyWaiting extends Error {
  readonly code = '53300'
  constructor() {
    super('too many callers wait for a connection')
  }
}

/**
 * A pool whose queue is bounded. What comes while `waiting` callers wait is refused at once, which is better for both: it
 * may go elsewhere or come again, and those who wait are served while they still want the answer.
 */
export class BoundedPool extends pg.Pool {
  readonly #waiting: number

  constructor({ waiting, ...config }: pg.PoolConfig & { waiting: number }) {
    super(config)
    this.#waiting = waiting
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount < this.#waiting) {
      if (!connected) return super.connect()
      super.connect(connected)
      return undefined
    }
    const refusal = new TooManyWaiting()
    if (!connected) return Promise.reject(refusal)
    process.nextTick(connected, refusal, undefined, () => {})
    return undefined
  }
}
