import type { PoolClient } from 'pg'
import { SUMMARY_INPUT_TOKENS } from '../../../memory/summary-input'
import {
  messagesWithoutSummary,
  nextSummaryEnd,
  type SummarizingWindow,
  summarizingPart,
} from '../../../memory/summary-plan'
import { configRevision } from '../../store/config-versions'
import { newestSummary, rowsToSummarize, type StoredSummary } from '../../store/summaries'
import type { ThreadKey, ThreadRow } from '../../store/thread-rows'
import { findThread } from '../../store/threads'
import { resolveWindow } from '../agents/resolve-window'
import type { Services } from '../context'

/** What there is to do for a thread now. */
export interface SummarySituation {
  readonly thread: ThreadRow
  readonly settings: SummarizingWindow
  /** The summary to go on from. */
  readonly base: StoredSummary | null
  /** Up to which seq the next one reaches; null: nothing is due. */
  readonly end: number | null
}

/**
 * Looks at a living thread: null when there is none, or its window shows no summaries. With `asked` any whole turn before
 * the recent messages is enough.
 */
export async function summarySituation(
  services: Services,
  client: PoolClient,
  { key, asked }: { key: ThreadKey; asked: boolean },
): Promise<SummarySituation | null> {
  const reach = { kind: 'tenant', tenant: key.tenant } as const
  const thread = await findThread(client, { reach, scopeId: null, reference: { uid: key.uid } })
  if (!thread || thread.scopeId !== key.scopeId) return null
  const settings = await summarizingSettings(services, client, thread)
  if (!settings) return null
  const base = await newestSummary(client, thread)
  const after = base?.toSeq ?? 0
  const atLeast = asked ? 1 : settings.summarizeEvery
  const lag = messagesWithoutSummary({ messageCount: thread.messageCount, covered: after }, settings)
  if (lag < atLeast) return { thread, settings, base, end: null }
  const { rows, lastTurnGoesOn } = await rowsToSummarize(client, thread, {
    after,
    to: thread.messageCount - settings.recentMessages,
  })
  const end = nextSummaryEnd({ rows, lastTurnGoesOn, atLeast, maxTokens: SUMMARY_INPUT_TOKENS })
  return { thread, settings, base, end }
}

/** The settings that hold for a thread now, where its window shows summaries. */
export async function summarizingSettings(
  services: Services,
  client: PoolClient,
  thread: ThreadRow,
): Promise<SummarizingWindow | undefined> {
  const snapshot = await services.configs.atLeast(await configRevision(client), client)
  return summarizingPart(resolveWindow({ snapshot, agentName: thread.agentName, thread }).window)
}

/** The model that makes a thread's summaries; undefined: nobody has named one, or there is no endpoint. */
export function modelFor({ models }: Services, settings: SummarizingWindow): string | undefined {
  return models.isConfigured ? (settings.model ?? models.summaryModel) : undefined
}
