import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { actorName } from '../../auth/principal'
import { requireEverything } from '../../auth/reach'
import type {
  ListRetentionOutput,
  RemoveRetentionInput,
  RemoveRetentionOutput,
  RetentionPreview,
  RetentionRule,
  RetentionRuleView,
} from '../../schemas/retention'
import { appendAuditEvent } from '../../store/audit'
import { withReach } from '../../store/reach'
import {
  removeRule as deleteRule,
  lastRetention,
  listRules,
  previewRule,
  saveRule as storeRule,
} from '../../store/retention'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { ruleColumns, viewRule } from './rule-view'

const EXAMPLES = 5

/** @throws FORBIDDEN for people who are limited to tenants, as all of these: rules hold in every tenant */
export async function listRetention(ctx: ServiceContext): Promise<z.infer<typeof ListRetentionOutput>> {
  requireEverything(ctx.principal)
  const pool = ctx.database.pools.application
  const rules = await listRules(pool)
  return { items: rules.map(viewRule), ranAt: (await lastRetention(pool))?.toISOString() ?? null }
}

/** What a rule would put into the trash if it held now, beside the others or in the place of its like. Changes nothing. */
export async function previewRetention(ctx: ServiceContext, input: RetentionRule): Promise<RetentionPreview> {
  requireEverything(ctx.principal)
  const rule = ruleColumns(input)
  return withReach(ctx.database.pools.background, { kind: 'all' }, async ({ client }) => {
    const others = (await listRules(client)).filter(
      ({ kind, name, value }) => kind !== rule.kind || name !== rule.name || value !== rule.value,
    )
    const rules = [...others, rule].map(({ kind, name, value, days }) => ({ kind, name, value, days }))
    const found = await previewRule(client, { rules, rule, examples: EXAMPLES })
    return {
      threads: found.threads,
      held: found.held,
      oldestAt: found.oldestAt?.toISOString() ?? null,
      examples: found.examples.map(({ uid, threadId, tenant, subject, usedAt }) => ({
        uid,
        threadId,
        scope: { tenant, subject },
        usedAt: usedAt.toISOString(),
      })),
    }
  })
}

/** Saves a rule, in the place of its like where there is one; it is followed with the next daily round. Audited. */
export async function saveRetention(ctx: ServiceContext, input: RetentionRule): Promise<RetentionRuleView> {
  requireEverything(ctx.principal)
  return inTransaction(ctx.database.pools.application, async (client) => {
    const rule = { id: uuidv7(), ...ruleColumns(input), updatedBy: actorName(ctx.principal) }
    const { saved, before } = await storeRule(client, rule)
    await appendAuditEvent(client, ctx, {
      action: 'retention.save',
      objectKind: 'retention-rule',
      objectId: saved.id,
      details: { kind: saved.kind, before, days: saved.days },
    })
    return viewRule(saved)
  })
}

/** Threads that have gone to the trash by it stay there. Audited. */
export async function removeRetention(
  ctx: ServiceContext,
  { id }: z.output<typeof RemoveRetentionInput>,
): Promise<z.infer<typeof RemoveRetentionOutput>> {
  requireEverything(ctx.principal)
  return inTransaction(ctx.database.pools.application, async (client) => {
    const removed = await deleteRule(client, id)
    if (!removed) return { removed: 0 }
    await appendAuditEvent(client, ctx, {
      action: 'retention.remove',
      objectKind: 'retention-rule',
      objectId: id,
      details: { kind: removed.kind, days: removed.days },
    })
    return { removed: 1 }
  })
}
