import type { z } from 'zod'
import { LociError, notFound } from '../../errors'
import type { SavedViewView, UpdateViewInput } from '../../schemas/views'
import { appendAuditEvent } from '../../store/audit'
import { lockSavedView, saveView as storeView } from '../../store/saved-views'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { assertMayShare, nameIsTaken, personOf, seesView, viewSavedView } from './saved-view'

/**
 * Changes what is given of a view. A shared one is changed, and one's own is shared, by leads and admins; one that is
 * shared no more belongs to whoever made it.
 *
 * @throws NOT_FOUND for another person's own; CONFLICT when the name is taken, or it is newer than `ifVersion`
 */
export function updateView(ctx: ServiceContext, input: z.output<typeof UpdateViewInput>): Promise<SavedViewView> {
  const person = personOf(ctx.principal)
  const { id, ifVersion } = input
  return inTransaction(ctx.database.pools.application, async (client) => {
    const before = await lockSavedView(client, { id, createdBy: person.id })
    if (before === null || !seesView(person, before)) throw notFound('view')
    const isShared = input.isShared ?? before.isShared
    if (before.isShared || isShared) assertMayShare(person)
    if (ifVersion !== undefined && ifVersion !== before.version) {
      throw new LociError(
        'CONFLICT',
        'Somebody has saved this view meanwhile: look at it again, or save yours as another.',
      )
    }
    const saved = await storeView(client, {
      ...before,
      name: input.name ?? before.name,
      isShared,
      // A default of one kind is none of the other.
      isDefault: input.isDefault ?? (before.isDefault && isShared === before.isShared),
      state: input.state ? JSON.stringify(input.state) : before.state,
    })
    if (saved === null) throw nameIsTaken(isShared)
    if (before.isShared || isShared) {
      await appendAuditEvent(client, ctx, {
        action: 'views.update',
        objectKind: 'view',
        objectId: id,
        details: { isShared, isDefault: saved.isDefault, isRenamed: saved.name !== before.name },
      })
    }
    return viewSavedView(saved, person)
  })
}
