import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { sizeClass } from '../../../memory/read-sizes'
import { type ActivityRow, addActivity } from '../../store/activity'
import { withReach } from '../../store/reach'
import { addReadSizes, type ReadSizeRow } from '../../store/read-sizes'
import { GatheredWrites } from '../gathered-writes'

const HOUR_MS = 3_600_000
const FLUSH_SIZE = 2_000

/** Counts what agents read, by scope, agent and hour, and how large it was, in memory and off the hot path. */
export class ReadCounter {
  readonly #reads: GatheredWrites<ActivityRow>
  readonly #sizes: GatheredWrites<ReadSizeRow>

  constructor(pool: Pool, log: Pick<Logger, 'warn'>) {
    const warn = (err: unknown, rows: number) => log.warn({ err, rows }, 'reads could not be counted')
    const reach = { kind: 'all' } as const
    this.#reads = new GatheredWrites({
      flushSize: FLUSH_SIZE,
      write: (rows) => withReach(pool, reach, ({ client }) => addActivity(client, rows)),
      warn,
    })
    this.#sizes = new GatheredWrites({
      flushSize: FLUSH_SIZE,
      write: (rows) => withReach(pool, reach, ({ client }) => addReadSizes(client, rows)),
      warn,
    })
  }

  /** One read, now: by whom, if it was said, whose window it was (by name), and what it came to in tokens. */
  count(thread: { tenant: string; scopeId: string; agentName: string | null }, read: CountedRead): void {
    const now = Date.now()
    this.#countRead(thread, { hour: Math.floor(now / HOUR_MS) * HOUR_MS, agentName: read.agentName ?? '' })
    const agentName = read.agentName ?? thread.agentName
    if (agentName) this.#countSize({ agentName, size: sizeClass(read.tokens), now })
  }

  #countRead({ tenant, scopeId }: { tenant: string; scopeId: string }, at: { hour: number; agentName: string }): void {
    const { hour, agentName } = at
    // A scope's id is one installation-wide, so that no text of the caller can meet another's.
    const key = `${scopeId} ${hour} ${agentName}`
    const known = this.#reads.get(key)
    if (known) {
      known.reads += 1
      return
    }
    const figures = { threads: 0, messages: 0, tokens: 0, reads: 1, writes: 0 }
    this.#reads.add(key, { tenant, scopeId, agentName, hour: new Date(hour), ...figures })
  }

  #countSize({ agentName, size, now }: { agentName: string; size: number; now: number }): void {
    const day = new Date(now).toISOString().slice(0, 10)
    const key = `${day} ${size} ${agentName}`
    const known = this.#sizes.get(key)
    if (known) known.reads += 1
    else this.#sizes.add(key, { agentName, day, sizeClass: size, reads: 1 })
  }

  start(): void {
    this.#reads.start()
    this.#sizes.start()
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    await Promise.all([this.#reads.stop(), this.#sizes.stop()])
  }

  /** Never throws: what is counted here is no reason to fail. */
  async flush(): Promise<void> {
    await Promise.all([this.#reads.flush(), this.#sizes.flush()])
  }
}

interface CountedRead {
  readonly agentName: string | undefined
  readonly tokens: number
}
