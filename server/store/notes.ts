import type { PoolClient } from 'pg'
import type { ThreadKey } from './thread-rows'

/** A note as it is stored; people by their ids. */
export interface NoteRow {
  id: string
  seq: number | null
  text: string
  mentions: string[]
  createdBy: string
  createdAt: Date
  editedAt: Date | null
}

const COLUMNS = `id, seq, text, mentions, created_by AS "createdBy", created_at AS "createdAt", edited_at AS "editedAt"`
const OF_THREAD = 'tenant = $1 AND scope_id = $2 AND thread_uid = $3'
const keyOf = (thread: ThreadKey) => [thread.tenant, thread.scopeId, thread.uid]

/** All of a thread, the oldest first: ids are in the order of time. */
export async function notesOfThread(client: PoolClient, thread: ThreadKey): Promise<NoteRow[]> {
  const { rows } = await client.query<NoteRow>(
    `SELECT ${COLUMNS} FROM note WHERE ${OF_THREAD} ORDER BY created_at, id`,
    keyOf(thread),
  )
  return rows
}

/** What is another text when any note of the thread was added, changed or removed. */
export async function stateOfNotes(client: PoolClient, thread: ThreadKey): Promise<string> {
  const { rows } = await client.query<{ count: number; last: Date | null }>({
    name: 'state-of-notes',
    text: `SELECT count(*)::int AS count, max(coalesce(edited_at, created_at)) AS last FROM note WHERE ${OF_THREAD}`,
    values: keyOf(thread),
  })
  return `${rows[0]?.count} ${rows[0]?.last?.getTime()}`
}

export async function countNotes(client: PoolClient, thread: ThreadKey): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM note WHERE ${OF_THREAD}`,
    keyOf(thread),
  )
  return rows[0]?.count ?? 0
}

/** Locks one note; null when the thread has none such. */
export async function lockNote(
  client: PoolClient,
  { thread, id }: { thread: ThreadKey; id: string },
): Promise<NoteRow | null> {
  const { rows } = await client.query<NoteRow>(
    `SELECT ${COLUMNS} FROM note WHERE ${OF_THREAD} AND id = $4 FOR UPDATE`,
    [...keyOf(thread), id],
  )
  return rows[0] ?? null
}

export async function insertNote(
  client: PoolClient,
  { thread, note }: { thread: ThreadKey; note: Pick<NoteRow, 'id' | 'seq' | 'text' | 'mentions' | 'createdBy'> },
): Promise<NoteRow> {
  const { rows } = await client.query<NoteRow>(
    `INSERT INTO note (tenant, scope_id, thread_uid, id, seq, text, mentions, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
    [...keyOf(thread), note.id, note.seq, note.text, note.mentions, note.createdBy],
  )
  return oneOf(rows)
}

export async function updateNote(
  client: PoolClient,
  { thread, note }: { thread: ThreadKey; note: Pick<NoteRow, 'id' | 'text' | 'mentions'> },
): Promise<NoteRow> {
  const { rows } = await client.query<NoteRow>(
    `UPDATE note SET text = $5, mentions = $6, edited_at = clock_timestamp() WHERE ${OF_THREAD} AND id = $4
     RETURNING ${COLUMNS}`,
    [...keyOf(thread), note.id, note.text, note.mentions],
  )
  return oneOf(rows)
}

/** With what led to it in anybody's inbox. */
export async function deleteNote(client: PoolClient, { thread, id }: { thread: ThreadKey; id: string }): Promise<void> {
  await client.query(`DELETE FROM inbox_item WHERE ${OF_THREAD} AND note_id = $4`, [...keyOf(thread), id])
  await client.query(`DELETE FROM note WHERE ${OF_THREAD} AND id = $4`, [...keyOf(thread), id])
}

function oneOf(rows: readonly NoteRow[]): NoteRow {
  const [row] = rows
  if (!row) throw new Error('the note was not there')
  return row
}
