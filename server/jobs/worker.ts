import { setTimeout as delay } from 'node:timers/promises'
import type PgBoss from 'pg-boss'

export interface WorkOptions {
  /** Jobs that one call of the handler gets, at most. */
  readonly batch?: number
  /** How many calls of the handler run at once in this process. */
  readonly concurrency?: number
  /** Milliseconds between two looks for jobs; those that this process sends itself are seen at once. */
  readonly pollMs?: number
}

export interface Worker {
  readonly queue: string
  start(): void
  /** Looks for jobs now. */
  wake(): void
  /** Ends when nothing of it runs any more. */
  stop(): Promise<void>
}

interface WorkerOptions extends WorkOptions {
  readonly queue: string
  open(): Promise<PgBoss>
  handle(jobs: readonly object[], signal: AbortSignal): Promise<void>
  warn(error: unknown): void
}

/** Running handlers may end by themselves for so long. */
const graceMs = 5_000

/**
 * Takes jobs and gives them back done or failed. pg-boss's own worker does not wait for the answer of the database: one
 * that is gone for a moment would end the process.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { queue, open, handle, warn, batch = 1, concurrency = 1, pollMs = 2_000 } = options
  const cut = new AbortController()
  let isStopping = false
  let wakes: (() => void)[] = []
  let isAwake = false
  const loops: Promise<void>[] = []

  const wake = () => {
    isAwake = true
    for (const resolve of wakes) resolve()
    wakes = []
  }
  const pause = async () => {
    if (isAwake || isStopping) return
    const timer = new AbortController()
    const woken = new Promise<void>((resolve) => wakes.push(resolve))
    await Promise.race([woken, delay(pollMs, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }
  const runOnce = async (boss: PgBoss): Promise<boolean> => {
    const jobs = await boss.fetch<object>(queue, { batchSize: batch })
    if (jobs.length === 0) return false
    const ids = jobs.map(({ id }) => id)
    const failure = await handle(
      jobs.map(({ data }) => data),
      cut.signal,
    ).then(
      () => undefined,
      (error: unknown) => error ?? new Error('a job failed'),
    )
    if (failure === undefined) await boss.complete(queue, ids)
    else {
      warn(failure)
      // The reason stays in the log: a model's or a database's words may hold content.
      await boss.fail(queue, ids)
    }
    return true
  }
  const loop = async () => {
    const boss = await open()
    while (!isStopping) {
      isAwake = false
      const found = await runOnce(boss).catch((error: unknown) => {
        warn(error)
        return false
      })
      if (!found) await pause()
    }
  }

  return {
    queue,
    wake,
    start() {
      for (let index = loops.length; index < concurrency; index += 1) loops.push(loop().catch(warn))
    },
    async stop() {
      isStopping = true
      wake()
      const timer = setTimeout(() => cut.abort(), graceMs)
      await Promise.all(loops)
      clearTimeout(timer)
    },
  }
}
