import type { z } from 'zod'
import type { ListPeopleOutput } from '../../schemas/people'
import { listPeople as listRows } from '../../store/people'
import type { ServiceContext } from '../context'

/** Whom one can mention or give a thread to: everybody who may sign in and sees any of the caller's tenants. */
export async function listPeople(ctx: ServiceContext): Promise<z.infer<typeof ListPeopleOutput>> {
  const { principal } = ctx
  const tenants = principal.kind === 'operator' ? principal.tenants : null
  return { items: await listRows(ctx.database.pools.application, { tenants }) }
}
