import type { ViewColumn } from '@/server/schemas/views'

/** A column that the threads list can show. */
export interface ColumnKind {
  id: string
  label: string
  /** Its track in the grid until somebody has chosen a width. */
  track: string
  /** px it takes at least. */
  least: number
}

/** All of them, in the order in which they are offered. The title takes what the others leave. */
export const columnKinds = [
  { id: 'title', label: 'Thread', track: 'minmax(200px,1fr)', least: 200 },
  { id: 'scope', label: 'Scope', track: 'minmax(106px,0.22fr)', least: 106 },
  { id: 'agentName', label: 'Agent', track: 'minmax(96px,0.18fr)', least: 96 },
  { id: 'tags', label: 'Tags', track: 'minmax(120px,0.25fr)', least: 120 },
  { id: 'tokenCount', label: 'Memory', track: 'minmax(124px,0.22fr)', least: 124 },
  { id: 'messageCount', label: 'Messages', track: '72px', least: 72 },
  { id: 'status', label: 'Status', track: '96px', least: 96 },
  { id: 'outcome', label: 'Outcome', track: '112px', least: 88 },
  { id: 'assignee', label: 'Assignee', track: '112px', least: 88 },
  { id: 'createdAt', label: 'Created', track: '64px', least: 64 },
  { id: 'updatedAt', label: 'Changed', track: '64px', least: 64 },
  { id: 'lastMessageAt', label: 'Active', track: '56px', least: 56 },
] as const satisfies readonly ColumnKind[]

export type ColumnId = (typeof columnKinds)[number]['id']
export interface ShownColumn {
  id: ColumnId
  /** px; absent until somebody has chosen one. */
  width?: number
}

/** What is shown until somebody chooses. */
export const usualColumns: readonly ShownColumn[] = [
  { id: 'title' },
  { id: 'scope' },
  { id: 'tokenCount' },
  { id: 'lastMessageAt' },
]

/** A width is at least so many px, at most so many. */
export const columnWidths = { least: 48, most: 800 } as const

const kinds = new Map<string, ColumnKind & { id: ColumnId }>(columnKinds.map((kind) => [kind.id, kind]))

/** The columns that exist, each once, the title first; null when none is left of them. */
export function knownColumns(columns: readonly ViewColumn[]): ShownColumn[] | null {
  const known = new Map<ColumnId, ShownColumn>()
  for (const { id, width } of columns) {
    const kind = kinds.get(id)
    if (!kind || known.has(kind.id)) continue
    // The title's width follows from the others.
    const hasWidth = width !== undefined && kind.id !== 'title'
    known.set(kind.id, hasWidth ? { id: kind.id, width: boundWidth(width) } : { id: kind.id })
  }
  if (known.size === 0) return null
  known.delete('title')
  return [{ id: 'title' }, ...known.values()]
}

export function boundWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, columnWidths.least), columnWidths.most))
}

/** As it stands in the address: `title,scope.140,tokenCount`. */
export function serializeColumns(columns: readonly ShownColumn[]): string {
  return columns.map(({ id, width }) => (width === undefined ? id : `${id}.${width}`)).join(',')
}

/** The other way. What nobody knows is left out; null when nothing is left. */
export function parseColumns(text: string): ShownColumn[] | null {
  return knownColumns(
    text.split(',').map((part) => {
      const [id = '', width = ''] = part.split('.')
      return /^\d{1,4}$/.test(width) ? { id, width: Number(width) } : { id }
    }),
  )
}

const CHECKBOX = 26
const GAP = 20
const EDGES = 32

/** The list's grid: its tracks behind the one of the checkbox, and the px under which it scrolls sideways. */
export function gridOf(columns: readonly ShownColumn[]): { tracks: string; least: number } {
  const sized = columns.map(({ id, width }) => {
    const kind = kinds.get(id)
    return width === undefined
      ? { track: kind?.track ?? 'auto', least: kind?.least ?? 0 }
      : { track: `${width}px`, least: width }
  })
  return {
    tracks: [`${CHECKBOX}px`, ...sized.map(({ track }) => track)].join(' '),
    least: CHECKBOX + EDGES + sized.reduce((sum, { least }) => sum + least + GAP, 0),
  }
}

/** The columns with one shown, hidden, or a place further up or down; the title stays where it is. */
export function toggleColumn(columns: readonly ShownColumn[], id: ColumnId): ShownColumn[] {
  if (id === 'title') return [...columns]
  return columns.some((column) => column.id === id)
    ? columns.filter((column) => column.id !== id)
    : [...columns, { id }]
}

export function moveColumn(columns: readonly ShownColumn[], id: ColumnId, step: -1 | 1): ShownColumn[] {
  const from = columns.findIndex((column) => column.id === id)
  const to = from + step
  const moved = columns[from]
  if (!moved || from < 1 || to < 1 || to >= columns.length) return [...columns]
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved)
}

export function resizeColumn(columns: readonly ShownColumn[], id: string, width: number): ShownColumn[] {
  return columns.map((column) =>
    column.id === id && id !== 'title' ? { ...column, width: boundWidth(width) } : column,
  )
}
