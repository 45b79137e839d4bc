import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { LociError } from '../../errors'
import { type SavedViewView, type SaveViewInput, VIEW_LIMIT } from '../../schemas/views'
import { appendAuditEvent } from '../../store/audit'
import { countSavedViews, saveView as storeView } from '../../store/saved-views'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'
import { assertMayShare, nameIsTaken, personOf, viewSavedView } from './saved-view'

/**
 * Keeps a list as a view. One that becomes the default takes the place of the one that was.
 *
 * @throws CONFLICT when the name is taken or there are too many, FORBIDDEN when it is shared by somebody who may not
 */
export function saveView(ctx: ServiceContext, input: z.output<typeof SaveViewInput>): Promise<SavedViewView> {
  const person = personOf(ctx.principal)
  const { list, name, isShared, isDefault } = input
  if (isShared) assertMayShare(person)
  return inTransaction(ctx.database.pools.application, async (client) => {
    if ((await countSavedViews(client, { list, isShared, createdBy: person.id })) >= VIEW_LIMIT) {
      throw new LociError('CONFLICT', `There are ${VIEW_LIMIT} views already: delete one first.`)
    }
    const id = uuidv7()
    const state = JSON.stringify(input.state)
    const saved = await storeView(client, { id, list, name, isShared, isDefault, state, createdBy: person.id })
    if (saved === null) throw nameIsTaken(isShared)
    if (isShared) {
      await appendAuditEvent(client, ctx, {
        action: 'views.save',
        objectKind: 'view',
        objectId: id,
        details: { isDefault },
      })
    }
    return viewSavedView(saved, person)
  })
}
