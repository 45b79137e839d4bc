import type { Operators } from './auth/operators'
import { viewerOf } from './auth/permissions'
import type { Bridge } from './bridge'
import type { Services } from './services/context'
import { isSetUp } from './services/setup/setup-state'

/**
 * Answers the pages. A database that is busy or away is no reason for a page to fail: then nobody is signed in as far as
 * the page can tell, and Loci counts as set up. The sign-in form stands without either.
 */
export function pageBridge({
  services,
  operators,
}: {
  services: Services
  operators: Pick<Operators, 'find'>
}): Bridge {
  const orElse = async <T>(answer: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      services.log.warn({ err: error }, 'a page could not ask the database')
      return otherwise
    }
  }
  const viewer = async (cookies: string) => {
    const principal = await operators.find(cookies)
    return principal ? viewerOf(principal) : null
  }
  return {
    viewer: (headers) => orElse(viewer(headers.get('cookie') ?? ''), null),
    isSetUp: () => orElse(isSetUp(services), true),
  }
}
