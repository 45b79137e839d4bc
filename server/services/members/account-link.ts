import { createHash, randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { actorName } from '../../auth/principal'
import { LociError } from '../../errors'
import type { LinkView } from '../../schemas/members'
import { type AccountLinkRow, type NewAccountLink, replaceLinks } from '../../store/account-links'
import type { ServiceContext } from '../context'

const HOUR_MS = 3_600_000
/** How long a link works, in ms. */
const LIFE_MS = { invitation: 7 * 24 * HOUR_MS, reset: 24 * HOUR_MS } as const

/** Makes a link with a token of 192 bits; only its hash is kept, so this is the only time that anybody sees it. */
export async function makeLink(
  ctx: ServiceContext,
  client: PoolClient,
  of: Pick<NewAccountLink, 'kind' | 'email' | 'operatorId' | 'role' | 'tenants'>,
): Promise<{ token: string; link: LinkView }> {
  const token = randomBytes(24).toString('base64url')
  const link = await replaceLinks(client, {
    ...of,
    id: uuidv7(),
    tokenHash: hashOfToken(token),
    createdBy: actorName(ctx.principal),
    expiresAt: new Date(Date.now() + LIFE_MS[of.kind]),
  })
  return { token, link: viewLink(link) }
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function viewLink(row: AccountLinkRow): LinkView {
  const { id, kind, email, role, tenants, createdBy, createdAt, expiresAt } = row
  return {
    id,
    kind,
    email,
    role,
    tenants,
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

export function deadLink(): LociError {
  return new LociError(
    'NOT_FOUND',
    'This link does not work: it was used, withdrawn, replaced by a newer one, or is too old. Ask an admin for another.',
  )
}
