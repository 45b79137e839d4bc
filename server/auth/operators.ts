import { OperatorRole } from '../schemas/setup'
import { tenantsOfOperator } from '../store/operators'
import type { Auth, OperatorsOptions } from './better-auth'
import type { Principal } from './principal'
import { ADDRESS_HEADER, COOKIES } from './session-cookies'

export type OperatorPrincipal = Extract<Principal, { kind: 'operator' }>

export interface Operators {
  /** Who holds the session of these cookies; null for none, an ended one, and a disabled operator. Role and tenants are read now. */
  find(cookies: string): Promise<OperatorPrincipal | null>
  /** Answers one of Better Auth's own endpoints below /api/auth. */
  handle(request: Request): Promise<Response>
  /** The `set-cookie` values of a new session. Rejects for wrong credentials. */
  signIn(
    credentials: { email: string; password: string },
    request: { isHttps: boolean; address: string },
  ): Promise<string[]>
}

/**
 * People's accounts and sessions by Better Auth: e-mail and password, no sign-up, sessions in the database without a
 * copy in the cookie, so that what is ended or disabled is so with the next request.
 */
export function createOperators({ pool, secret, log }: OperatorsOptions): Operators {
  // A quarter of the time of a start goes into loading it, and agents never need it: the first person brings it in.
  let loading: Promise<Record<'http' | 'https', Auth>> | undefined
  const instances = () => {
    loading ??= import('./better-auth').then(({ createAuth }) => ({
      http: createAuth({ pool, secret, log, scheme: 'http' }),
      https: createAuth({ pool, secret, log, scheme: 'https' }),
    }))
    return loading
  }

  return {
    async find(cookies) {
      const scheme = schemeOf(cookies)
      if (!scheme) return null
      const found = await (await instances())[scheme].api.getSession({
        headers: new Headers({ cookie: cookies }),
        query: { disableCookieCache: true, disableRefresh: true },
      })
      if (!found) return null
      const { id, email, name, disabledAt } = found.user
      const role = OperatorRole.safeParse(found.user.role)
      if (disabledAt || !role.success) return null
      const seen = await tenantsOfOperator(pool, id)
      const sessionId = found.session.id
      return seen && { kind: 'operator', id, email, name, role: role.data, tenants: seen.tenants, sessionId }
    },
    async handle(request) {
      const scheme = schemeOf(request.headers.get('cookie') ?? '') ?? schemeOfOrigin(request.headers.get('origin'))
      return (await instances())[scheme].handler(request)
    },
    async signIn(credentials, { isHttps, address }) {
      const { headers } = await (await instances())[isHttps ? 'https' : 'http'].api.signInEmail({
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
