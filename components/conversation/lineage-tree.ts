import type { z } from 'zod'
import type { LineageNode } from '@/server/schemas/threads'

export type LineageThread = z.infer<typeof LineageNode>

export interface LineageRow {
  readonly thread: LineageThread
  /** 0 for the oldest ancestor. */
  readonly depth: number
}

/** A family of forks as rows, each thread under the one it left, older forks first. A missing parent makes a root. */
export function lineageRows(family: readonly LineageThread[]): LineageRow[] {
  const known = new Set(family.map((thread) => thread.uid))
  const children = new Map<string | null, LineageThread[]>()
  for (const thread of family) {
    const parent = thread.parentUid !== null && known.has(thread.parentUid) ? thread.parentUid : null
    const siblings = children.get(parent)
    if (siblings) siblings.push(thread)
    else children.set(parent, [thread])
  }
  const rows: LineageRow[] = []
  const visit = (parent: string | null, depth: number) => {
    const siblings = (children.get(parent) ?? []).toSorted((left, right) =>
      left.createdAt.localeCompare(right.createdAt),
    )
    for (const thread of siblings) {
      rows.push({ thread, depth })
      visit(thread.uid, depth + 1)
    }
  }
  visit(null, 0)
  return rows
}
