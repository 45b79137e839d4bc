import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { LociError } from '../../errors'
import type { GetScopeInput, ScopeDetails } from '../../schemas/insights'
import { activityByAgent } from '../../store/activity-figures'
import { countSignals, largestThreads } from '../../store/attention'
import { withReach } from '../../store/reach'
import { countDeleted, scopeTotals, type TotalsRow, tenantTotals } from '../../store/tenants'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import { ATTENTION_LIMIT } from '../insights/get-attention'
import { threadBrief } from '../insights/thread-brief'

const AGENTS = 12
const LARGEST = 6

/**
 * Everything about one tenant, or one subject of it.
 *
 * @throws NOT_FOUND when nothing of it is stored, not even in the trash.
 */
export async function getScope(ctx: ServiceContext, input: z.output<typeof GetScopeInput>): Promise<ScopeDetails> {
  const { tenant, subject } = input
  return withReach(ctx.database.pools.application, callerReach(ctx.principal), async ({ client }) => {
    const held = await totalsOf(client, input)
    if (!held) throw new LociError('NOT_FOUND', 'Nothing is stored there.')
    const { scopeId, lastMessageAt, subjects, threads, messages, tokens } = held
    const place = { tenant, scopeId }
    const signals = await countSignals(client, { ...place, cap: ATTENTION_LIMIT })
    const trash = await countDeleted(client, { ...place, cap: ATTENTION_LIMIT })
    return {
      tenant,
      subject: subject ?? null,
      subjects,
      threads,
      messages,
      tokens,
      lastMessageAt: lastMessageAt?.toISOString() ?? null,
      trash: { count: trash, capped: trash >= ATTENTION_LIMIT },
      signals: signals.map((each) => ({ ...each, capped: each.threads >= ATTENTION_LIMIT })),
      agents: await activityByAgent(client, { ...place, limit: AGENTS }),
      largest: (await largestThreads(client, { ...place, limit: LARGEST })).map(threadBrief),
    }
  })
}

async function totalsOf(
  client: PoolClient,
  { tenant, subject }: z.output<typeof GetScopeInput>,
): Promise<(TotalsRow & { subjects: number; scopeId: string | undefined }) | null> {
  if (subject === undefined) {
    const held = await tenantTotals(client, tenant)
    return held && { ...held, scopeId: undefined }
  }
  const held = await scopeTotals(client, { tenant, subject })
  return held && { ...held, subjects: held.threads > 0 ? 1 : 0 }
}
