import type { z } from 'zod'
import { effectiveSettings, type SwitchLayer } from '../../../memory/effective-settings'
import { summarizingPart } from '../../../memory/summary-plan'
import type { EffectiveInput, EffectiveOutput } from '../../schemas/effective'
import { configRevision } from '../../store/config-versions'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'
import { modelFor } from '../summaries/summary-situation'
import { type ConfigSnapshot, parseWindow } from './config-cache'
import { readable, type ThreadWindow } from './resolve-window'
import { assertAgentSeen } from './seen-agent'

/**
 * agents.effective: each setting that holds for the app, an agent, a thread or a call, where it came from, and what has no
 * effect (W2).
 *
 * @throws NOT_FOUND for a thread that is not there (S3); UNAVAILABLE when a newer version of Loci wrote a setting
 */
export async function effectiveConfig(
  ctx: ServiceContext,
  input: z.output<typeof EffectiveInput>,
): Promise<EffectiveOutput> {
  const { agentName, uid, threadId, scope } = input
  await assertAgentSeen(ctx, agentName)
  if (uid === undefined && threadId === undefined) {
    return effectiveOf(ctx, { snapshot: await ctx.configs.refresh(), agentName: agentName ?? null, input })
  }
  return openThread(ctx, { uid, threadId, scope }, async (client, thread) => {
    const snapshot = await ctx.configs.atLeast(await configRevision(client), client)
    return effectiveOf(ctx, { snapshot, agentName: agentName ?? thread.agentName, thread, input })
  })
}

function effectiveOf(
  ctx: ServiceContext,
  of: {
    snapshot: ConfigSnapshot
    agentName: string | null
    thread?: ThreadWindow
    input: z.output<typeof EffectiveInput>
  },
): EffectiveOutput {
  const { snapshot, agentName, thread, input } = of
  const { window, source, version, settings, layers } = effectiveSettings({
    app: switchLayer(snapshot, { name: '', source: 'app' }),
    agent: agentName ? switchLayer(snapshot, { name: agentName, source: 'agent' }) : null,
    thread: thread
      ? {
          source: 'thread',
          version: thread.windowVersion,
          window: thread.window === null ? null : readable(parseWindow(thread.window)),
        }
      : null,
    call: input.call,
    canSummarize: (held) => {
      const part = summarizingPart(held)
      return part && modelFor(ctx, part) !== undefined
    },
  })
  return {
    agentName,
    window,
    source,
    version,
    settings: settings.map((setting) => ({ ...setting })),
    layers: layers.map((layer) => ({ ...layer })),
  }
}

function switchLayer(
  snapshot: ConfigSnapshot,
  { name, source }: { name: string; source: 'app' | 'agent' },
): SwitchLayer | null {
  const config = snapshot.configs.get(name)
  if (!config) return null
  const { version, storing, allowCallWindow } = config
  return { source, version, storing, allowCallWindow, window: config.window === null ? null : readable(config.window) }
}
