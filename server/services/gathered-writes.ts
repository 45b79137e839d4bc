const EVERY_MS = 5_000

export interface GatheredWritesOptions<T> {
  /** More than this wait for no timer. */
  readonly flushSize: number
  write(items: readonly T[]): Promise<void>
  /** Told of what could not be written. */
  warn(error: unknown, items: number): void
}

/** What is gathered in memory, off the hot path, and written every 5 s. A crash loses seconds of it. */
export class GatheredWrites<T> {
  readonly #options: GatheredWritesOptions<T>
  #items = new Map<string, T>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: GatheredWritesOptions<T>) {
    this.#options = options
  }

  /** What waits under a key. */
  get(key: string): T | undefined {
    return this.#items.get(key)
  }

  add(key: string, item: T): void {
    this.#items.set(key, item)
    if (this.#items.size === this.#options.flushSize) void this.flush()
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), EVERY_MS).unref()
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.flush()
  }

  /** Never throws: what is gathered here is no reason to fail. */
  async flush(): Promise<void> {
    const items = [...this.#items.values()]
    this.#items = new Map()
    if (items.length === 0) return
    try {
      await this.#options.write(items)
    } catch (error) {
      this.#options.warn(error, items.length)
    }
  }
}
