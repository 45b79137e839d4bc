import type { PoolClient } from 'pg'

/** Rows of each kind at most. */
const MOST = 200

interface Rated {
  reviews: number
  passed: number
  failed: number
}

export interface ReviewFigures {
  people: ({ reviewer: string; threads: number; lastAt: Date } & Rated)[]
  agents: ({ agentName: string | null } & Rated)[]
  versions: ({ agentName: string | null; configVersion: number | null } & Rated)[]
  reasons: { reason: string; count: number }[]
}

const RATED = `count(*)::int AS reviews, count(*) FILTER (WHERE outcome = 'pass')::int AS passed,
  count(*) FILTER (WHERE outcome = 'fail')::int AS failed`

/** Finished reviews in a range of time, by who made them and of what; `before` is exclusive, null is now. */
export async function reviewFigures(
  client: PoolClient,
  { after, before }: { after: string; before: string | null },
): Promise<ReviewFigures> {
  const within = 'created_at >= $1::timestamptz AND ($2::timestamptz IS NULL OR created_at < $2::timestamptz)'
  const ask = async <T extends object>(text: string) => (await client.query<T>(text, [after, before])).rows
  return {
    people: await ask(
      `SELECT reviewer, count(DISTINCT thread_uid)::int AS threads, max(created_at) AS "lastAt", ${RATED}
       FROM review_record WHERE ${within} GROUP BY reviewer ORDER BY reviews DESC, reviewer LIMIT ${MOST}`,
    ),
    agents: await ask(
      `SELECT agent_name AS "agentName", ${RATED} FROM review_record WHERE ${within}
       GROUP BY agent_name ORDER BY reviews DESC, agent_name LIMIT ${MOST}`,
    ),
    versions: await ask(
      `SELECT agent_name AS "agentName", config_version AS "configVersion", ${RATED} FROM review_record WHERE ${within}
       GROUP BY agent_name, config_version ORDER BY agent_name, config_version DESC NULLS LAST LIMIT ${MOST}`,
    ),
    reasons: await ask(
      `SELECT reason, count(*)::int AS count FROM review_record, unnest(reasons) AS reason WHERE ${within}
       GROUP BY reason ORDER BY count DESC, reason LIMIT ${MOST}`,
    ),
  }
}
