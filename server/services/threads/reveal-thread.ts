import type { z } from 'zod'
import { REVEALED_MINUTES, type RevealThreadInput, type RevealThreadOutput } from '../../schemas/threads'
import { appendAuditEvent } from '../../store/audit'
import { saveReveal } from '../../store/thread-reveals'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'
import { callerAsPerson } from '../people/caller-as-person'

/**
 * Shows one conversation to a person whose role sees no content, for 30 minutes from now. Nobody is shown it without the
 * audit log saying why: both are one transaction.
 *
 * @throws NOT_FOUND for absent, deleted and foreign ones alike (S3)
 */
export function revealThread(
  ctx: ServiceContext,
  { uid, reason }: z.output<typeof RevealThreadInput>,
): Promise<z.infer<typeof RevealThreadOutput>> {
  const { id: operatorId } = callerAsPerson(ctx.principal)
  return openThread(ctx, { uid }, async (client, thread) => {
    const until = await saveReveal(client, { thread, operatorId, minutes: REVEALED_MINUTES })
    await appendAuditEvent(client, ctx, {
      tenant: thread.tenant,
      action: 'threads.reveal',
      objectKind: 'thread',
      objectId: uid,
      details: { reason, until: until.toISOString() },
    })
    return { uid, until: until.toISOString() }
  })
}
