import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { LociError } from '../errors'

export interface AttemptLimits {
  /**
   * Counts a sign-in before its password is verified, so that guesses at the same time cannot slip through.
   *
   * @throws RATE_LIMITED
   */
  beforeSignIn(address: string, email: string): Promise<void>
  /** Takes back what a sign-in that succeeded had counted. */
  afterSignIn(address: string, email: string): Promise<void>
  /** Notes a key that was not valid. */
  noteBadKey(address: string): Promise<void>
  /** Milliseconds until this address may try unknown keys again; 0 when it may now. */
  badKeyWaitMs(address: string): Promise<number>
}

export interface AttemptLimitsOptions {
  /** Wrong passwords for one account from one address in 15 minutes; the account itself is never locked. */
  perAccount?: number
  /** Wrong passwords from one address in 15 minutes. */
  perAddress?: number
  /** Keys that were not valid, from one address in a minute. */
  badKeys?: number
}

const QUARTER_HOUR = 15 * 60

/** Counts failed attempts in this process, per address (IPv6: per /64). */
export function createAttemptLimits(options: AttemptLimitsOptions = {}): AttemptLimits {
  const accounts = new RateLimiterMemory({ points: options.perAccount ?? 5, duration: QUARTER_HOUR })
  const addresses = new RateLimiterMemory({ points: options.perAddress ?? 30, duration: QUARTER_HOUR })
  const badKeys = new RateLimiterMemory({ points: options.badKeys ?? 30, duration: 60 })
  const accountOf = (address: string, email: string) => `${address} ${email.toLowerCase()}`

  return {
    async beforeSignIn(address, email) {
      await consume(addresses, address)
      await consume(accounts, accountOf(address, email))
    },
    async afterSignIn(address, email) {
      await accounts.delete(accountOf(address, email))
      await addresses.reward(address)
    },
    async noteBadKey(address) {
      await badKeys.penalty(address)
    },
    async badKeyWaitMs(address) {
      const state = await badKeys.get(address)
      return state !== null && state.consumedPoints >= badKeys.points ? Math.max(1000, state.msBeforeNext) : 0
    },
  }
}

async function consume(limiter: RateLimiterMemory, name: string): Promise<void> {
  try {
    await limiter.consume(name)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new LociError('RATE_LIMITED', 'Too many attempts from your address; wait a little.', {
      retryAfterMs: refusal.msBeforeNext,
    })
  }
}
