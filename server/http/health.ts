import type { ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { answersWithin } from '../store/ping'
import { answerJson } from './answer'

const PING_LIMIT_MS = 1000

/** /api/health/live says that the process answers, /api/health/ready that its database does too. */
export async function answerHealth(response: ServerResponse, { pathname, pool }: { pathname: string; pool: Pool }) {
  if (pathname === '/api/health/live') return answerJson(response, 200, '{"status":"ok"}')
  const isReady = await answersWithin(pool, PING_LIMIT_MS)
  answerJson(response, isReady ? 200 : 503, isReady ? '{"status":"ok"}' : '{"status":"unavailable"}')
}
