import type { z } from 'zod'
import type { ListViewsInput, ListViewsOutput } from '../../schemas/views'
import { listSavedViews } from '../../store/saved-views'
import type { ServiceContext } from '../context'
import { personOf, seesView, viewSavedView } from './saved-view'

/** The views of a list that a person sees: their own and the shared ones. */
export async function listViews(
  ctx: ServiceContext,
  { list }: z.output<typeof ListViewsInput>,
): Promise<z.infer<typeof ListViewsOutput>> {
  const person = personOf(ctx.principal)
  const rows = await listSavedViews(ctx.database.pools.application, { list, createdBy: person.id })
  return { items: rows.filter((row) => seesView(person, row)).map((row) => viewSavedView(row, person)) }
}
