import type { z } from 'zod'
import type { LineageNode } from '@/server/schemas/threads'

export type LineageThread = z.infer<typeof LineageNode>

export interface LineageRow {
  readonly thread: LineageThread
  /** 0 for the oldest ancestor. */
  readonly depth: number
  /** Among its siblings, from 1. */
  readonly place: number
  readonly siblings: number
  readonly hasForks: boolean
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
    for (const [index, thread] of siblings.entries()) {
      rows.push({ thread, depth, place: index + 1, siblings: siblings.length, hasForks: children.has(thread.uid) })
      visit(thread.uid, depth + 1)
    }
  }
  visit(null, 0)
  return rows
}

/** Where a key leads from a place in the tree: up, down, to the ends, to the source, to the first fork; null for nowhere. */
export function stepInTree(rows: readonly LineageRow[], place: number, key: string): number | null {
  const row = rows[place]
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return place + 1 < rows.length ? place + 1 : null
    case 'ArrowUp':
      return place > 0 ? place - 1 : null
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'ArrowRight':
      return row.hasForks ? place + 1 : null
    case 'ArrowLeft': {
      const source = rows.findLastIndex(({ depth }, index) => index < place && depth < row.depth)
      return source < 0 ? null : source
    }
    default:
      return null
  }
}
