import { appendAuditEvent } from '../../store/audit'
import { memberByEmail } from '../../store/members'
import { inTransaction } from '../../store/transaction'
import type { Services } from '../context'

export interface SignInTry {
  email: string
  /** Of the network that it came from. */
  address: string
  outcome: 'done' | 'refused'
  requestId: string
}

/**
 * Notes that somebody signed in, or was refused. An address that nobody has is not repeated: people type passwords there.
 * It never throws: whoever is let in is let in.
 */
export async function noteSignIn({ database, log }: Services, of: SignInTry): Promise<void> {
  const { email, address, outcome, requestId } = of
  await inTransaction(database.pools.application, async (client) => {
    const member = await memberByEmail(client, email.toLowerCase())
    const principal = member && outcome === 'done' ? ({ kind: 'operator', ...member } as const) : null
    await appendAuditEvent(
      client,
      { principal: principal ?? { kind: 'anonymous' }, requestId },
      {
        action: 'auth.signIn',
        objectKind: 'operator',
        objectId: member?.id ?? 'unknown',
        outcome,
        details: { address },
      },
    )
  }).catch((error: unknown) => log.warn({ err: error, requestId }, 'audit: a sign-in was not noted'))
}
