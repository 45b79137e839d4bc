import type { ServiceContext } from '../context'
import type { ReadQuestion, ReadResult } from './read-memory'

export async function readTagged(
  _ctx: ServiceContext,
  _question: ReadQuestion & { tags: Record<string, string> },
): Promise<ReadResult> {
  throw new Error('being written')
}
