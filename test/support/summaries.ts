import { randomUUID } from 'node:crypto'
import { memoryRouter } from '../../server/api/memory-router'
import { messagesRouter } from '../../server/api/messages-router'
import { createCallerFactory, router } from '../../server/api/procedure'
import { threadsRouter } from '../../server/api/threads-router'
import { createModels, type ModelsOptions } from '../../server/models/models'
import type { ServiceContext } from '../../server/services/context'
import { summarizeThread } from '../../server/services/summaries/summarize-thread'
import type { ThreadKey } from '../../server/store/thread-rows'
import { callContext, keyOf } from './call-context'
import type { TestDatabase } from './database'
import { assistant, user } from './memory-caller'
import type { ModelEndpoint, ModelRequest } from './model-endpoint'
import { ownerQuery } from './owner-query'

const createCaller = createCallerFactory(
  router({ memory: memoryRouter, messages: messagesRouter, threads: threadsRouter }),
)

/** A process whose model is the endpoint of the test. */
export function summarizingProcess(
  database: TestDatabase,
  endpoint: ModelEndpoint,
  options: ModelsOptions & { summary?: string } = {},
): ServiceContext {
  const settings = {
    baseUrl: endpoint.baseUrl,
    apiKey: 'sk-test',
    summary: options.summary ?? 'small',
    embedding: undefined,
  }
  return callContext(database, keyOf({ kind: 'all' }), createModels(settings, { timeoutMs: 20_000, ...options }))
}

export interface SummarySettings {
  recentMessages?: number
  summarizeEvery?: number
  maxSummaryTokens?: number
  maxTokens?: number
  model?: string
  prompt?: string
}

/** A thread of an agent of its own, whose window shows summaries. */
export async function summarizedThread(
  database: TestDatabase,
  context: ServiceContext,
  settings: SummarySettings = {},
) {
  const agentName = `agent-${randomUUID()}`
  const window = { strategy: 'summarizing', recentMessages: 2, summarizeEvery: 2, ...settings }
  await ownerQuery(
    database,
    `with moved as (update installation set config_revision = config_revision + 1)
     insert into config_version (agent_name, version, "window", author) values ($1, 1, $2, 'test')`,
    [agentName, JSON.stringify(window)],
  )
  const loci = createCaller(context)
  const scope = { tenant: `t-${randomUUID()}`, subject: 'u1' }
  const session = { sessionId: 's', scope, agentName }
  const thread = { threadId: 's', scope }
  const find = async (): Promise<ThreadKey> => {
    const [row] = await ownerQuery<{ uid: string; scopeId: string }>(
      database,
      `SELECT uid, scope_id AS "scopeId" FROM thread WHERE tenant = $1 ORDER BY created_at DESC LIMIT 1`,
      [scope.tenant],
    )
    if (!row) throw new Error('nothing has been written yet')
    return { tenant: scope.tenant, ...row }
  }
  return {
    loci,
    scope,
    session,
    thread,
    find,
    /** Appends turns of two messages: `m1`, `m2` and so on, from this number. */
    writeTurns: (from: number, turns: number) =>
      loci.memory.write({
        ...session,
        mode: 'append',
        messages: Array.from({ length: turns }, (_, turn) => [
          user(`m${from + 2 * turn}`),
          assistant(`m${from + 2 * turn + 1}`),
        ]).flat(),
      }),
    summarize: async (more: { process?: ServiceContext; asked?: boolean; signal?: AbortSignal } = {}) =>
      summarizeThread(more.process ?? context, {
        key: await find(),
        asked: more.asked ?? false,
        signal: more.signal ?? new AbortController().signal,
      }),
    summaries: () => loci.threads.summaries(thread),
  }
}

/** What a request handed to the model: the memory so far, and the contents of the messages after it. */
export function givenTo(request: ModelRequest | undefined): { memory: string | null; contents: string[] } {
  const lines = (request?.messages.find(({ role }) => role === 'user')?.content ?? '').split('\n')
  // The lines are the product's own JSON.
  const parsed = lines.map((line) => JSON.parse(line) as { memory?: string; content?: string })
  return {
    memory: parsed[0]?.memory ?? null,
    contents: parsed.flatMap(({ content }) => content ?? []),
  }
}
