import { createParser } from 'nuqs'
import { AgentSort } from '@/server/schemas/agents'

/** The order of the list in the address: `threads.desc`. */
export const parseAsAgentOrder = createParser<AgentSort>({
  parse: (text) => {
    const [by, order] = text.split('.')
    return AgentSort.safeParse({ by, order }).data ?? null
  },
  serialize: ({ by, order }) => `${by}.${order}`,
  eq: (left, right) => left.by === right.by && left.order === right.order,
}).withDefault({ by: 'name', order: 'asc' })

/** What a press on a heading asks for: the other way round, or first of all what people look for (names up, figures down). */
export function nextOrder(order: AgentSort, by: AgentSort['by']): AgentSort {
  if (order.by === by) return { by, order: order.order === 'asc' ? 'desc' : 'asc' }
  return { by, order: by === 'name' ? 'asc' : 'desc' }
}
