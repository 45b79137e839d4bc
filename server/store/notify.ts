import type { Pool } from 'pg'

/** Where processes tell one another which threads have changed. */
export const THREAD_CHANNEL = 'loci_threads'

/** @param payload less than 8,000 bytes */
export async function notify(pool: Pool, payload: string): Promise<void> {
  await pool.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [THREAD_CHANNEL, payload] })
}
