import { membersAt } from '../../../memory/json-scan'
import { byteLength } from '../../../memory/scope'
import { LociError } from '../../errors'

/** Bytes of a thread's metadata as JSON text. */
export const METADATA_BYTES = 16_384

/**
 * Merges by key, at the first level. Values that stay keep their own text, so that no number is rounded and no escape
 * is lost (M2); new keys stand behind them, a changed one moves there.
 *
 * @param stored JSON text of an object
 * @param change JSON text of an object
 * @throws TOO_LARGE when the result is larger than METADATA_BYTES.
 */
export function mergeMetadata(stored: string, change: string): string {
  const members = new Map<string, string>()
  for (const text of [stored, change]) {
    for (const { key, keyStart, valueEnd } of membersAt(text, 0)) {
      members.delete(key)
      members.set(key, text.slice(keyStart, valueEnd))
    }
  }
  const merged = `{${[...members.values()].join(',')}}`
  if (byteLength(merged) > METADATA_BYTES) {
    throw new LociError('TOO_LARGE', 'The thread’s metadata would be larger than 16 KiB.')
  }
  return merged
}
