import type { z } from 'zod'
import { type ComparedRun, compareMessages } from '../../../memory/compare'
import { notFound } from '../../errors'
import type { CompareThreadsInput, CompareThreadsOutput } from '../../schemas/compare'
import type { MessageKeyRow } from '../../store/message-keys'
import { withReach } from '../../store/reach'
import { findThread } from '../../store/threads'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { keysOfThread, withoutRepeats } from './repeats-of-thread'
import { viewThread } from './thread-views'

/**
 * A thread beside another living one, or beside itself as a repair would leave it: which messages are the same, changed,
 * dropped and added, in runs, without their texts.
 *
 * @throws NOT_FOUND (S3); TOO_LARGE for threads of more than 100,000 messages
 */
export async function compareThreads(
  ctx: ServiceContext,
  input: z.output<typeof CompareThreadsInput>,
): Promise<z.infer<typeof CompareThreadsOutput>> {
  const reach = callerReach(ctx.principal)
  return withReach(ctx.database.pools.background, reach, async ({ client, scopeId }) => {
    const open = async (uid: string) => {
      const thread = await findThread(client, { reach, scopeId, reference: { uid } })
      if (!thread) throw notFound('thread')
      return { view: await viewThread(ctx, client, thread), keys: await keysOfThread(client, thread) }
    }
    const left = await open(input.uid)
    if (input.with !== undefined) {
      const right = await open(input.with)
      return { left: left.view, right: right.view, certainty: null, ...compared(left.keys, right.keys) }
    }
    const { kept, certainty } = withoutRepeats(left.keys)
    return { left: left.view, right: null, certainty, ...compared(left.keys, kept) }
  })
}

type Compared = Pick<z.infer<typeof CompareThreadsOutput>, 'runs' | 'totals' | 'rightTotals'>

function compared(left: readonly MessageKeyRow[], right: readonly MessageKeyRow[]): Compared {
  const runs = compareMessages(left, right)
  const totals = { same: none(), changed: none(), dropped: none(), added: none() }
  for (const run of runs) {
    const total = totals[run.kind]
    total.messages += run.count
    total.tokens += tokensOf(run, run.kind === 'dropped' ? left : right)
  }
  const tokens = right.reduce((sum, message) => sum + message.tokens, 0)
  return {
    runs: runs.map((run) => ({ ...run, left: run.left + 1, right: run.right + 1 })),
    totals,
    rightTotals: { messages: right.length, tokens },
  }
}

const none = () => ({ messages: 0, tokens: 0 })

function tokensOf(run: ComparedRun, side: readonly MessageKeyRow[]): number {
  const from = run.kind === 'dropped' ? run.left : run.right
  return side.slice(from, from + run.count).reduce((sum, { tokens }) => sum + tokens, 0)
}
