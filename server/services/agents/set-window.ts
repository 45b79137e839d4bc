import type { z } from 'zod'
import { actorName } from '../../auth/principal'
import { assertAgent, requireEverything } from '../../auth/reach'
import { LociError } from '../../errors'
import type { SetWindowInput, SetWindowOutput } from '../../schemas/agents'
import { ensureAgent } from '../../store/agents'
import { insertSetting, newestSettings, raiseConfigRevision, type SettingRow } from '../../store/agents-settings'
import { appendAuditEvent } from '../../store/audit'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { resolveAgent } from './resolve-window'

/**
 * Saves a new version of an agent's or the app's setting (W2); the next read of any process follows it. What is not
 * named stays as it was, for a first setting as the app's. An agent may be set up before its first write.
 *
 * @throws CONFLICT when `ifVersion` is not the newest version; FORBIDDEN for a key that does not cover everything.
 */
export async function setWindow(
  ctx: ServiceContext,
  input: z.output<typeof SetWindowInput>,
): Promise<z.infer<typeof SetWindowOutput>> {
  // A setting holds in every tenant, so a key that is bound to one may not make it.
  requireEverything(ctx.principal)
  assertAgent(ctx.principal, input.agentName)
  const agentName = input.agentName ?? ''
  const saved = await inTransaction(ctx.database.pools.application, async (client) => {
    const revision = await raiseConfigRevision(client)
    const newest = await newestSettings(client, ['', agentName])
    const before = newest.get(agentName)
    if (input.ifVersion !== undefined && input.ifVersion !== (before?.version ?? 0)) throw isNotNewest(before)
    const inherited = before ?? newest.get('')
    const setting = {
      agentName,
      version: (before?.version ?? 0) + 1,
      window: input.window === null ? null : JSON.stringify(input.window),
      storing: input.storing ?? inherited?.storing ?? true,
      allowCallWindow: input.allowCallWindow ?? inherited?.allowCallWindow ?? false,
      note: input.note ?? null,
      author: actorName(ctx.principal),
    }
    if (agentName !== '') await ensureAgent(client, agentName)
    await insertSetting(client, setting)
    await appendAuditEvent(client, ctx, {
      action: 'agents.setWindow',
      objectKind: agentName === '' ? 'app' : 'agent',
      objectId: agentName,
      details: { before: before ? audited(before) : null, after: audited(setting) },
    })
    return { revision, version: setting.version }
  })
  const configs = await ctx.configs.atLeast(saved.revision)
  return { version: saved.version, effective: resolveAgent(configs, input.agentName) }
}

type Setting = Pick<SettingRow, 'version' | 'window' | 'storing' | 'allowCallWindow'>

function audited({ version, window, storing, allowCallWindow }: Setting) {
  return { version, window: window === null ? null : JSON.parse(window), storing, allowCallWindow }
}

function isNotNewest(newest: SettingRow | undefined): LociError {
  return new LociError(
    'CONFLICT',
    newest
      ? `Version ${newest.version} is the newest, saved by ${newest.author} at ${newest.createdAt.toISOString()}: look at it before you save yours.`
      : 'There is no setting yet: the newest version is 0.',
  )
}
