import { createCallerFactory, router } from '../../server/api/procedure'
import { searchRouter } from '../../server/api/search-router'
import { threadsRouter } from '../../server/api/threads-router'
import type { Principal } from '../../server/auth/principal'
import type { ServiceContext } from '../../server/services/context'

const createCaller = createCallerFactory(router({ search: searchRouter, threads: threadsRouter }))

/** Calls search and lists in this process. */
export function searcherOn(context: ServiceContext, principal?: Principal) {
  return createCaller({ ...context, ...(principal ? { principal } : {}) })
}
