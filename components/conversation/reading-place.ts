/** The message one reads now, for what follows along beside the feed: told often, listened to by few. */
export class ReadingPlace {
  private seq: number | null = null
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly get = (): number | null => this.seq

  readonly set = (seq: number): void => {
    if (this.seq === seq) return
    this.seq = seq
    for (const listener of this.listeners) listener()
  }
}
