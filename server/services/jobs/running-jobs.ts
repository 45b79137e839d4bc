import { setTimeout as delay } from 'node:timers/promises'

/** What of the work of `runJob` may still end by itself when the process stops, in ms. */
const GRACE_MS = 5_000

/** The jobs that run in this process, so that its end can wait for them. */
export class RunningJobs {
  readonly #running = new Set<Promise<void>>()
  #isStopping = false

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** @param job never rejects */
  add(job: Promise<void>): void {
    this.#running.add(job)
    void job.then(() => this.#running.delete(job))
  }

  /** Jobs end at their next step, marked as interrupted; waits 5 s for it at most. Safe to call twice. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.race([Promise.all(this.#running), delay(GRACE_MS, undefined, { ref: false })])
  }
}
