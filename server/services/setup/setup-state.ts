import { hasOperators } from '../../store/operators'
import type { Services } from '../context'

/** Whether there is an operator. It never goes back to false, so a yes is remembered. */
const done = new WeakSet<Services['database']>()

export async function isSetUp({ database }: Pick<Services, 'database'>): Promise<boolean> {
  if (done.has(database)) return true
  const found = await hasOperators(database.pools.application)
  if (found) done.add(database)
  return found
}
