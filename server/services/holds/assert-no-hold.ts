import type { PoolClient } from 'pg'
import { LociError } from '../../errors'
import { type HoldRow, keepHoldsAsTheyAre, standingHolds } from '../../store/legal-holds'

/** Since when and why, in a sentence. */
export function holdWords({ subject, reason, placedAt }: Pick<HoldRow, 'subject' | 'reason' | 'placedAt'>): string {
  const what = subject === null ? 'The tenant is under legal hold' : 'Under legal hold'
  return `${what} since ${placedAt.toISOString().slice(0, 10)}: ${reason}`
}

/**
 * Before something is destroyed for good. Until the transaction ends nobody places a hold.
 *
 * @throws CONFLICT with the reason while a hold stands on the subject, or on its tenant
 */
export async function assertNoHold(client: PoolClient, of: { tenant: string; subject: string }): Promise<void> {
  await keepHoldsAsTheyAre(client)
  const [hold] = await standingHolds(client, of)
  if (hold) throw new LociError('CONFLICT', holdWords(hold))
}
