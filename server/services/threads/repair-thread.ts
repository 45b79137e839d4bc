import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { splitBySelection } from '../../../memory/fork'
import { LociError, notFound } from '../../errors'
import type { RepairThreadInput } from '../../schemas/compare'
import type { ForkThreadOutput } from '../../schemas/threads'
import { withReach } from '../../store/reach'
import { findThread } from '../../store/threads'
import { loadForkRows } from '../../store/threads-fork-rows'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { copyFork } from './fork-copy'
import { idIsTaken, noteFork } from './note-fork'
import { keysOfThread, withoutRepeats } from './repeats-of-thread'
import { viewThread } from './thread-views'

/**
 * Makes a fork that holds the thread without the history that was stored twice, whole exchanges always (W3). The source
 * stays as it is, so that deleting the fork takes the repair back.
 *
 * @throws NOT_FOUND when the thread is not alive; CONFLICT when it holds no such history, has grown since it was looked at,
 * or a living thread has the id
 */
export async function repairThread(
  ctx: ServiceContext,
  input: z.output<typeof RepairThreadInput>,
): Promise<z.infer<typeof ForkThreadOutput>> {
  const reach = callerReach(ctx.principal)
  return withReach(ctx.database.pools.background, reach, async ({ client, scopeId }) => {
    const find = (uid: string) => findThread(client, { reach, scopeId, reference: { uid } })
    const source = await find(input.uid)
    if (!source) throw notFound('thread')
    if (source.messageCount !== input.messageCount) {
      throw new LociError('CONFLICT', 'The thread has grown since the repair was looked at. Look at it again.')
    }
    const { kept: left, repeats } = withoutRepeats(await keysOfThread(client, source))
    if (repeats.length === 0) throw new LociError('CONFLICT', 'No history was stored twice in this thread.')
    const rows = await loadForkRows(client, { thread: source, from: 1, to: source.messageCount })
    const chosen = new Set(left.map(({ seq }) => seq))
    for (const seq of splitBySelection(rows, chosen)) chosen.delete(seq)
    const kept = rows.filter(({ seq }) => chosen.has(seq))
    const uid = uuidv7()
    const forkedAtSeq = kept.at(-1)?.seq ?? null
    const named = { source, uid, threadId: input.threadId, title: source.title, forkedAtSeq }
    if (!(await copyFork(client, named, kept))) throw idIsTaken()
    await noteFork(client, ctx, { ...named, messages: kept.length, details: { isRepair: true } })
    const fork = await find(uid)
    if (!fork) throw notFound('thread')
    const view = await viewThread(ctx, client, fork)
    return {
      thread: view,
      messages: kept.length,
      tokens: view.tokenCount,
      dropped: left.length - kept.length,
      isIdFree: true,
    }
  })
}
