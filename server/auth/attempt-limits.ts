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
  /** Counts a request to the API, whoever sends it. @throws RATE_LIMITED */
  beforeCall(address: string): Promise<void>
  /** Counts a request of a key, by the key's id. @throws RATE_LIMITED */
  beforeKeyCall(id: string): Promise<void>
}

export interface AttemptLimitsOptions {
  /** Wrong passwords for one account from one address in 15 minutes; the account itself is never locked. */
  perAccount?: number
  /** Wrong passwords from one address in 15 minutes. */
  perAddress?: number
  /** Keys that were not valid, from one address in a minute. */
  badKeys?: number
  /** Requests to the API from one address in a minute; 600,000. */
  callsPerAddress?: number | undefined
  /** Requests of one key in a minute; 300,000. */
  callsPerKey?: number | undefined
}

const QUARTER_HOUR = 15 * 60
const ATTEMPTS = 'Too many attempts from your address; wait a little.'

/** Counts failed attempts, and requests, in this process: per address (IPv6: per /64), requests per key too. */
export function createAttemptLimits(options: AttemptLimitsOptions = {}): AttemptLimits {
  const accounts = new RateLimiterMemory({ points: options.perAccount ?? 5, duration: QUARTER_HOUR })
  const addresses = new RateLimiterMemory({ points: options.perAddress ?? 30, duration: QUARTER_HOUR })
  const badKeys = new RateLimiterMemory({ points: options.badKeys ?? 30, duration: 60 })
  const calls = new RateLimiterMemory({ points: options.callsPerAddress ?? 600_000, duration: 60 })
  const keyCalls = new RateLimiterMemory({ points: options.callsPerKey ?? 300_000, duration: 60 })
  const accountOf = (address: string, email: string) => `${address} ${email.toLowerCase()}`

  return {
    async beforeSignIn(address, email) {
      await consume(addresses, address, ATTEMPTS)
      await consume(accounts, accountOf(address, email), ATTEMPTS)
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
    beforeCall: (address) => consume(calls, address, 'Too many requests from your address; wait a little.'),
    beforeKeyCall: (id) => consume(keyCalls, id, 'Too many requests with this key; wait a little.'),
  }
}

async function consume(limiter: RateLimiterMemory, name: string, message: string): Promise<void> {
  try {
    await limiter.consume(name)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new LociError('RATE_LIMITED', message, { retryAfterMs: refusal.msBeforeNext })
  }
}
