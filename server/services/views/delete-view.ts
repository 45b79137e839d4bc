import type { z } from 'zod'
import type { DeleteViewInput, DeleteViewOutput } from '../../schemas/views'
import { appendAuditEvent } from '../../store/audit'
import { deleteSavedView, lockSavedView } from '../../store/saved-views'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { assertMayShare, personOf, seesView } from './saved-view'

/** Deletes a view; what is gone, or another person's own, answers `deleted: 0`. A shared one is deleted by leads and admins. */
export function deleteView(
  ctx: ServiceContext,
  { id }: z.output<typeof DeleteViewInput>,
): Promise<z.infer<typeof DeleteViewOutput>> {
  const person = personOf(ctx.principal)
  return inTransaction(ctx.database.pools.application, async (client) => {
    const view = await lockSavedView(client, { id, createdBy: person.id })
    if (view === null || !seesView(person, view)) return { deleted: 0 }
    if (view.isShared) assertMayShare(person)
    await deleteSavedView(client, id)
    if (view.isShared) {
      await appendAuditEvent(client, ctx, { action: 'views.delete', objectKind: 'view', objectId: id })
    }
    return { deleted: 1 }
  })
}
