import type { ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { answerJson } from './answer'

const PING_LIMIT_MS = 1000

/** /api/health/live says that the process answers, /api/health/ready that its database does too. */
export async function answerHealth(response: ServerResponse, { pathname, pool }: { pathname: string; pool: Pool }) {
  if (pathname === '/api/health/live') return answerJson(response, 200, '{"status":"ok"}')
  const isReady = await ping(pool)
  answerJson(response, isReady ? 200 : 503, isReady ? '{"status":"ok"}' : '{"status":"unavailable"}')
}

async function ping(pool: Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_LIMIT_MS)
  })
  const asked = pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
