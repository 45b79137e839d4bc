import type { SessionLog } from './session-log'

/** Writes after which sessions that have run out and that nobody asks for any more are let go. */
const SWEEP_EVERY = 256

/** The sessions of one memory, by name. Those whose ttl is over are not there. Times are milliseconds since 1970. */
export class SessionMap {
  readonly #sessions = new Map<string, SessionLog>()
  #kept = 0

  living(id: string, now: number): SessionLog | undefined {
    const session = this.#sessions.get(id)
    if (!session || !isOver(session, now)) return session
    this.#sessions.delete(id)
    return undefined
  }

  /** In the order in which they were first written. */
  all(now: number): SessionLog[] {
    for (const session of [...this.#sessions.values()]) if (isOver(session, now)) this.#sessions.delete(session.id)
    return [...this.#sessions.values()]
  }

  keep(session: SessionLog, now: number): void {
    this.#sessions.set(session.id, session)
    this.#kept += 1
    if (this.#kept % SWEEP_EVERY === 0) this.all(now)
  }

  /** Was it neither forgotten nor written anew since? */
  holds(session: SessionLog): boolean {
    return this.#sessions.get(session.id) === session
  }

  /** One session, or all. */
  forget(id: string | undefined): void {
    if (id === undefined) this.#sessions.clear()
    else this.#sessions.delete(id)
  }
}

function isOver({ expiresAt }: SessionLog, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}
