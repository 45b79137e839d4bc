'use client'

import { useQuery } from '@tanstack/react-query'
import type { KeyReach } from '@/server/schemas/keys'
import { useTRPC } from '../data/trpc'
import { usePermissions } from '../data/use-permissions'
import { describeReach, keyState } from '../keys/key-words'
import { Time } from '../ui/time'

/** The keys that reach a tenant or a subject, for those who may see keys. */
export function ScopeKeys({ tenant, subject }: { tenant: string; subject: string | undefined }) {
  const trpc = useTRPC()
  const { configure } = usePermissions()
  const { data } = useQuery(trpc.keys.list.queryOptions(undefined, { enabled: configure === true }))
  if (!configure || !data) return null
  const now = Date.now()
  const keys = data.items.filter((key) => keyState(key, now) === 'active' && covers(key.reach, { tenant, subject }))
  return (
    <section aria-label="Keys that cover it" className="min-w-0">
      <h2 className="border-line border-b pb-1.5 font-semibold text-14">Keys that cover it</h2>
      {keys.length === 0 ? <p className="py-3 text-12 text-ink-3">No key that works covers it.</p> : null}
      <ul>
        {keys.map((key) => {
          const reach = describeReach(key.reach)
          return (
            <li key={key.id} className="flex min-h-11 items-center gap-4 border-line border-b">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{key.name}</span>
                <span className="block truncate text-12/4 text-ink-3">
                  {[reach.title, reach.detail].filter(Boolean).join(' / ')} · {key.rights.join(', ')}
                </span>
              </span>
              <span className="shrink-0 text-12 text-ink-2">
                {key.lastUsedAt ? <Time value={key.lastUsedAt} /> : 'never used'}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Of a tenant, keys of single subjects count too. */
function covers(reach: KeyReach, { tenant, subject }: { tenant: string; subject: string | undefined }): boolean {
  if (reach.kind === 'all') return true
  if (reach.tenant !== tenant) return false
  return reach.kind === 'tenant' || subject === undefined || reach.subject === subject
}
