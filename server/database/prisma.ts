import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { PrismaClient } from '../../prisma/generated/client'
import { timeLimits } from './pools'

const clients = new WeakMap<Pool, PrismaClient>()

/** Prisma on the application's pool, one client a pool. The pool outlives it and is closed by whoever opened it. */
export function prismaOn(pool: Pool): PrismaClient {
  const known = clients.get(pool)
  if (known) return known
  const made = new PrismaClient({
    adapter: new PrismaPg(pool),
    errorFormat: 'minimal',
    // The pool gives up first: a connection that comes after Prisma has given up would go back in the middle of its transaction.
    transactionOptions: { maxWait: timeLimits.acquireMs + 1_000, timeout: timeLimits.prismaTransactionMs },
  })
  clients.set(pool, made)
  return made
}
