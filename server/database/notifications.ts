import pg from 'pg'

/** ms. The next attempt to connect comes later each time. */
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000
const CONNECT_MS = 8_000

export interface NotificationsOptions {
  /** The application role's. */
  readonly url: string
  readonly channel: string
  readonly log: { warn(message: string): void }
  heard(payload: string): void
  /** Connected, for the first time or again: what was said before then was not heard. */
  connected(): void
}

/** One connection of this process that LISTENs on a channel, and comes back when it is lost. */
export class Notifications {
  readonly #options: NotificationsOptions
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #failures = 0
  #isStarted = false
  #isStopped = false

  constructor(options: NotificationsOptions) {
    this.#options = options
  }

  /** Connects in the background. Safe to call again. */
  start(): void {
    if (this.#isStarted || this.#isStopped) return
    this.#isStarted = true
    void this.#connect()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#retry)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const { url, channel, log, heard, connected } = this.#options
    const client = new pg.Client({
      connectionString: url,
      application_name: 'loci-live',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    })
    this.#client = client
    // A connection that ends says so once or twice; only the one in use is replaced.
    const lost = (error?: Error) => {
      if (this.#client !== client || this.#isStopped) return
      this.#client = undefined
      client.end().catch(() => {})
      if (this.#failures === 0) log.warn(`live: lost the listening connection (${error?.message ?? 'it was closed'})`)
      const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures)
      this.#failures += 1
      this.#retry = setTimeout(() => void this.#connect(), waitMs)
      this.#retry.unref()
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    try {
      await client.connect()
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      if (this.#client !== client) return
      this.#failures = 0
      connected()
    } catch (error) {
      lost(error instanceof Error ? error : undefined)
    }
  }
}
