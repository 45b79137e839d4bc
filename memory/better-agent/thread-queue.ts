/** What is done to one thread in this process happens one after the other; a failure does not hold up the next. */
export function createThreadQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const result = before.then(work, work)
    const settled = result.catch(() => undefined)
    last.set(key, settled)
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return result
  }
}
