import type { ListThreadsInput, ThreadView } from '../../server/schemas/threads'
import { callerOn, type processOn } from './memory-caller'

/** All pages of a list of threads, one after the other, as a caller with its cursor gets them. */
export async function* walkThreads(
  context: ReturnType<typeof processOn>,
  input: ListThreadsInput,
): AsyncGenerator<ThreadView[]> {
  const { threads } = callerOn(context)
  let cursor: string | undefined
  do {
    const page = await threads.list({ ...input, cursor })
    yield page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
