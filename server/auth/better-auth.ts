import { hkdfSync } from 'node:crypto'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { APIError } from 'better-auth/api'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { prismaOn } from '../database/prisma'
import { mayOperate } from '../store/operators'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-rules'
import { ADDRESS_HEADER, COOKIES } from './session-cookies'

export interface OperatorsOptions {
  pool: Pool
  /** The installation's. */
  secret: string
  log: Logger
}

const SESSION_SECONDS = 7 * 24 * 60 * 60

/** Better Auth for browsers that come by this scheme. */
export function createAuth(options: OperatorsOptions & { scheme: keyof typeof COOKIES }) {
  return betterAuth(optionsFor(options))
}
export type Auth = ReturnType<typeof createAuth>

function optionsFor({ pool, secret, log, scheme }: OperatorsOptions & { scheme: keyof typeof COOKIES }) {
  return {
    appName: 'Loci',
    basePath: '/api/auth',
    secret: Buffer.from(hkdfSync('sha256', secret, 'loci', 'operators', 32)).toString('base64url'),
    database: prismaAdapter(prismaOn(pool), { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
    },
    user: {
      modelName: 'operator',
      additionalFields: {
        role: { type: 'string', input: false },
        disabledAt: { type: 'date', required: false, input: false },
      },
    },
    session: {
      modelName: 'operatorSession',
      expiresIn: SESSION_SECONDS,
      cookieCache: { enabled: false },
    },
    account: { modelName: 'operatorAccount' },
    verification: { modelName: 'operatorVerification' },
    // The gate has compared Origin and Host before anything comes here.
    trustedOrigins: (request?: Request) => {
      const origin = request?.headers.get('origin')
      return origin ? [origin] : []
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            // The same words as for a wrong password.
            if (!(await mayOperate(pool, session.userId)))
              throw new APIError('UNAUTHORIZED', { message: 'Invalid email or password' })
          },
        },
      },
    },
    // Counted in server/auth/attempt-limits.ts, before a password is verified.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: { onError: (error: unknown) => log.debug({ error }, 'operators: refused') },
    advanced: {
      cookies: { session_token: { name: COOKIES[scheme], attributes: { secure: scheme === 'https' } } },
      useSecureCookies: false,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
  } satisfies BetterAuthOptions
}
