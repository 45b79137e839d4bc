import { LociError } from '../errors'

/** Bytes of stored message texts that one answer holds at most (design 5). */
export const ANSWER_BYTES = 32 * 1024 * 1024

/**
 * A select's `raw` as long as the texts of all its rows together fit into one answer, else null in every row: PostgreSQL
 * knows a text's length without reading it, so what is too much is never loaded.
 */
export function rawThatFits(raw: string): string {
  return `CASE WHEN sum(octet_length(${raw})) OVER () <= ${ANSWER_BYTES} THEN ${raw} END`
}

export function tooLarge(): LociError {
  return new LociError('TOO_LARGE', 'The messages that were asked for are more than 32 MiB; ask with a smaller limit.')
}
