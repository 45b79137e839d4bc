import type { z } from 'zod'
import { requireEverything } from '../../auth/reach'
import { LociError, notFound } from '../../errors'
import type { RestoreVersionInput } from '../../schemas/agent-preview'
import type { SetWindowOutput } from '../../schemas/agents'
import { findSetting } from '../../store/agents-settings'
import type { ServiceContext } from '../context'
import { parseWindow } from './config-cache'
import { setWindow } from './set-window'

/**
 * agents.restoreVersion: saves what an earlier version held as a new one; nothing of the history is lost.
 *
 * @throws NOT_FOUND without such a version; CONFLICT when `ifVersion` is not the newest
 */
export async function restoreVersion(
  ctx: ServiceContext,
  { agentName, app, version, note, ifVersion }: z.output<typeof RestoreVersionInput>,
): Promise<z.infer<typeof SetWindowOutput>> {
  requireEverything(ctx.principal)
  const setting = await findSetting(ctx.database.pools.application, { agentName: agentName ?? '', version })
  if (!setting) throw notFound('version')
  const window = setting.window === null ? null : parseWindow(setting.window)
  if (window === 'unreadable') {
    throw new LociError('UNAVAILABLE', 'A newer version of Loci wrote that window; this one cannot read it.')
  }
  const { storing, allowCallWindow } = setting
  return setWindow(ctx, {
    agentName,
    app,
    window,
    storing,
    allowCallWindow,
    note: note ?? `As in version ${version}`,
    ifVersion,
  })
}
