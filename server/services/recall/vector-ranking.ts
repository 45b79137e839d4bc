import { cosine, unitVector } from '../../../memory/cosine'
import type { RecallReach } from '../../store/recall'
import { loadVectors, type StoredVector } from '../../store/vectors'
import type { ServiceContext } from '../context'
import { textForVector } from './embed-pending'

/** Vectors that one recall compares; the newest ones where there are more. */
export const VECTOR_CAP = 20_000
/** So long a read waits for the vector of its query, in ms; then it is answered by words alone. */
const QUERY_PATIENCE = 3_000
/** The nearest ones that take part in the order. */
const NEAREST = 200

export interface NearMessage extends Pick<StoredVector, 'threadUid' | 'seq' | 'at'> {
  /** 0 to 1; an obtuse angle is 0. */
  readonly cosine: number
}

/**
 * The messages whose vectors are nearest to the query's, by exact comparison. Vectors of another model than the current one
 * are not compared. Null without an embedder, and where it gives nothing: recall goes by words then.
 */
export async function nearestMessages(
  ctx: ServiceContext,
  params: { reach: RecallReach; query: string; roles: readonly string[] | null },
): Promise<NearMessage[] | null> {
  const { models, log } = ctx
  const { embeddingModel: model, isConfigured } = models
  const text = textForVector(params.query)
  if (!isConfigured || model === undefined || text === '') return null
  const query = await models.embed([text], AbortSignal.timeout(QUERY_PATIENCE)).then(
    ([values]) => unitVector(values ?? []),
    (error: unknown) => {
      log.warn({ err: error }, 'a recall goes by words alone: its query got no vector')
      return null
    },
  )
  if (query === null) return null
  const { reach, roles } = params
  const pool = ctx.database.pools.application
  const stored = await loadVectors(pool, { reach, model, dimensions: query.length, roles, cap: VECTOR_CAP })
  if (stored.length === VECTOR_CAP) log.info({ vectors: VECTOR_CAP }, 'a recall compared the newest vectors only')
  return stored
    .map(({ threadUid, seq, at, vector }) => ({ threadUid, seq, at, cosine: Math.min(1, cosine(query, vector)) }))
    .filter((near) => near.cosine > 0)
    .sort((left, right) => right.cosine - left.cosine || right.at.getTime() - left.at.getTime())
    .slice(0, NEAREST)
}
