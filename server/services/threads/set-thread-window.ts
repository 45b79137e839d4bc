import type { z } from 'zod'
import { assertAgent } from '../../auth/reach'
import { LociError, notFound } from '../../errors'
import type { SetThreadWindowInput, SetThreadWindowOutput } from '../../schemas/threads'
import { appendAuditEvent } from '../../store/audit'
import { withReach } from '../../store/reach'
import { findThread, saveThreadWindow } from '../../store/threads'
import type { ServiceContext } from '../context'
import { resolveThread } from './thread-reference'

/**
 * threads.setWindow: a window of the thread's own, which comes before its agent's and the app's (W2); null takes it away.
 * The very next read follows it.
 *
 * @throws NOT_FOUND (S3); CONFLICT when `ifVersion` is not the newest version
 */
export async function setThreadWindow(
  ctx: ServiceContext,
  input: z.output<typeof SetThreadWindowInput>,
): Promise<z.infer<typeof SetThreadWindowOutput>> {
  const { reach, reference } = resolveThread(ctx.principal, input)
  const saved = await withReach(ctx.database.pools.application, reach, async ({ client, scopeId }) => {
    const thread = await findThread(client, { reach, scopeId, reference, lock: true })
    if (!thread) throw notFound('thread')
    assertAgent(ctx.principal, thread.agentName ?? undefined)
    if (input.ifVersion !== undefined && input.ifVersion !== thread.windowVersion) {
      throw new LociError(
        'CONFLICT',
        `Somebody changed this thread's window: its version is ${thread.windowVersion} now.`,
      )
    }
    const window = input.window === null ? null : JSON.stringify(input.window)
    const version = thread.windowVersion + 1
    await saveThreadWindow(client, thread, { window, version })
    await appendAuditEvent(client, ctx, {
      tenant: thread.tenant,
      action: 'threads.setWindow',
      objectKind: 'thread',
      objectId: thread.uid,
      details: { before: auditedWindow(thread.window), after: auditedWindow(window), version },
    })
    return { uid: thread.uid, version, window: input.window }
  })
  ctx.threadChanges.note([saved.uid])
  return saved
}

/** A prompt for one conversation may say what it is about, so of that only whether there is one. */
function auditedWindow(window: string | null): unknown {
  if (window === null) return null
  return JSON.parse(window, (name, value: unknown) => (name === 'prompt' ? true : value))
}
