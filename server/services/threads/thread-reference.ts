import type { Scope } from '../../../memory/scope'
import type { Principal } from '../../auth/principal'
import { type Reach, requireScope } from '../../auth/reach'
import { LociError } from '../../errors'
import type { ThreadReference } from '../../store/threads'
import { callerReach } from '../caller-reach'

export interface NamedThread {
  threadId?: string | undefined
  uid?: string | undefined
  scope?: Scope | undefined
}

/**
 * Where to look for a thread, and by what. An id needs its scope. A uid alone is looked for as far as the caller may
 * see: a uid beyond that is absent (S3).
 */
export function resolveThread(principal: Principal, named: NamedThread): { reach: Reach; reference: ThreadReference } {
  const { threadId, uid, scope } = named
  if (uid !== undefined) {
    const reach: Reach =
      scope === undefined ? callerReach(principal) : { kind: 'scope', ...requireScope(principal, scope) }
    return { reach, reference: { uid } }
  }
  if (threadId === undefined) throw new LociError('INVALID_INPUT', 'Name the thread by threadId or by uid.')
  return { reach: { kind: 'scope', ...requireScope(principal, scope) }, reference: { threadId } }
}
