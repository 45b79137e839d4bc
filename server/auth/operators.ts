import { hkdfSync } from 'node:crypto'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { APIError } from 'better-auth/api'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { prismaOn } from '../database/prisma'
import { OperatorRole } from '../schemas/setup'
import { mayOperate } from '../store/operators'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-rules'
import type { Principal } from './principal'

export type OperatorPrincipal = Extract<Principal, { kind: 'operator' }>

/** Over https the name alone makes browsers keep the cookie to this host, to https and to the path /. */
const COOKIES = { http: 'loci.session', https: '__Host-loci.session' } as const
/** Carries the caller's address to Better Auth; set by us, never taken from a request. */
export const ADDRESS_HEADER = 'x-loci-address'

const SESSION_SECONDS = 7 * 24 * 60 * 60

export interface Operators {
  /** Who holds the session of these cookies; null for none, an ended one, and a disabled operator. The role is read now. */
  find(cookies: string): Promise<OperatorPrincipal | null>
  /** Answers one of Better Auth's own endpoints below /api/auth. */
  handle(request: Request): Promise<Response>
  /** The `set-cookie` values of a new session. Rejects for wrong credentials. */
  signIn(
    credentials: { email: string; password: string },
    request: { isHttps: boolean; address: string },
  ): Promise<string[]>
}

export interface OperatorsOptions {
  pool: Pool
  /** The installation's. */
  secret: string
  log: Logger
}

/**
 * People's accounts and sessions by Better Auth: e-mail and password, no sign-up, sessions in the database without a
 * copy in the cookie, so that what is ended or disabled is so with the next request.
 */
export function createOperators({ pool, secret, log }: OperatorsOptions): Operators {
  const make = (scheme: keyof typeof COOKIES) => betterAuth(optionsFor({ pool, secret, log, scheme }))
  const instances = { http: make('http'), https: make('https') }

  return {
    async find(cookies) {
      const scheme = schemeOf(cookies)
      if (!scheme) return null
      const found = await instances[scheme].api.getSession({
        headers: new Headers({ cookie: cookies }),
        query: { disableCookieCache: true, disableRefresh: true },
      })
      if (!found) return null
      const { id, email, name, disabledAt } = found.user
      const role = OperatorRole.safeParse(found.user.role)
      if (disabledAt || !role.success) return null
      return { kind: 'operator', id, email, name, role: role.data }
    },
    handle(request) {
      const scheme = schemeOf(request.headers.get('cookie') ?? '') ?? schemeOfOrigin(request.headers.get('origin'))
      return instances[scheme].handler(request)
    },
    async signIn(credentials, { isHttps, address }) {
      const { headers } = await instances[isHttps ? 'https' : 'http'].api.signInEmail({
        body: credentials,
        headers: new Headers({ [ADDRESS_HEADER]: address }),
        returnHeaders: true,
      })
      return headers.getSetCookie()
    },
  }
}

/** What scheme the browser sees: only its Origin tells, since nothing that a proxy forwards is trusted. */
export function schemeOfOrigin(origin: string | null | undefined): keyof typeof COOKIES {
  return origin?.startsWith('https://') ? 'https' : 'http'
}

function schemeOf(cookies: string): keyof typeof COOKIES | null {
  if (cookies.includes(`${COOKIES.https}=`)) return 'https'
  return cookies.includes(`${COOKIES.http}=`) ? 'http' : null
}

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
