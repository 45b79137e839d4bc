import type { WindowDecision } from '../../../memory/window'
import type { Window } from '../../../memory/window-config'
import { assertAgent, requireScope } from '../../auth/reach'
import type { ReadMemoryInput, ReadMemoryOutput } from '../../schemas/memory'
import type { TextRow, ThreadHeader } from '../../store/memory-read'
import { queryTerms } from '../../store/recall-query'
import type { StoredSummary } from '../../store/window-summaries'
import type { ResolvedWindow } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import { readAnswer } from './read-answer'
import { readFiltered } from './read-filtered'
import { readWindow } from './read-window'
import type { Recall } from './recall-units'
import { callLimit } from './window-view'

/** What an answer says of the thread it was read from. */
export type ReadThread = Pick<
  ThreadHeader,
  'tenant' | 'scopeId' | 'uid' | 'agentName' | 'messageCount' | 'tokenCount' | 'revision' | 'counter' | 'accessedAt'
>

/** What was found to answer a read with. */
export interface ReadResult {
  readonly thread: ReadThread | null
  readonly resolved: ResolvedWindow
  readonly decision: WindowDecision
  /** Those of the delivered messages, at least. */
  readonly rows: readonly TextRow[]
  /** The newest one, for windows that summarise; the decision says whether it is handed out. */
  readonly summary: StoredSummary | null
  /** Undefined for windows that do not summarise. */
  readonly summaryReason: string | null | undefined
  /** Undefined where no question was asked, or none that the window recalls by. */
  readonly recall: Pick<Recall, 'elsewhere'> | undefined
}

/**
 * memory.read: what the agent's window lets it see, each message as the text it was stored as (M2, W1-W8). In the
 * ordinary case one round trip. A thread that does not exist yet reads as empty.
 */
export async function readMemory(ctx: ServiceContext, input: ReadMemoryInput): Promise<ReadMemoryOutput> {
  const scope = requireScope(ctx.principal, input.scope)
  assertAgent(ctx.principal, input.agentName)
  const question: ReadQuestion = {
    scope,
    threadId: input.sessionId ?? input.threadId ?? '',
    agentName: input.agentName,
    runId: input.runId,
    limit: callLimit(input.limit),
    window: input.window,
    tags: input.tags && Object.keys(input.tags).length > 0 ? input.tags : undefined,
    query: isQuery(input.query) ? input.query : undefined,
  }
  const result = await (question.tags ? readFiltered : readWindow)(ctx, question)
  const { thread } = result
  if (thread && ctx.principal.kind !== 'operator') {
    ctx.accessClock.touch(thread)
    ctx.readCounter.count(thread, { agentName: input.agentName, tokens: result.decision.tokens })
  }
  if (result.summaryReason !== 'filtered') noticeRead(ctx, result)
  return readAnswer(ctx, result, input.query)
}

/** A summary that is due is asked for again here, whatever became of the signal of the write. */
function noticeRead(ctx: ServiceContext, { thread, resolved, summary }: ReadResult): void {
  if (!thread || resolved.source === 'call') return
  const { tenant, scopeId, uid, messageCount } = thread
  const { window } = resolved
  ctx.summarySignals.notice({ key: { tenant, scopeId, uid }, window, messageCount, covered: summary?.toSeq ?? 0 })
}

/** A query without words, of blanks or signs only, is none. */
function isQuery(query: string | undefined): query is string {
  return query !== undefined && queryTerms(query).length > 0
}

export interface ReadQuestion {
  readonly scope: { readonly tenant: string; readonly subject: string }
  readonly threadId: string
  readonly agentName: string | undefined
  readonly runId: string | undefined
  /** Messages at most. */
  readonly limit: number
  /** The call's own window (W2). */
  readonly window: Window | undefined
  /** All of these must match; undefined: any do. */
  readonly tags: Readonly<Record<string, string>> | undefined
  /** Holds at least one word. */
  readonly query: string | undefined
}
