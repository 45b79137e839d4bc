import { createHash } from 'node:crypto'
import { canonicalForm, type ModelMessage } from '../../../memory/message'

/** M4: equal hashes mean that two messages are the same for alignment. 32 bytes. */
export function messageHash(message: ModelMessage): Buffer {
  return createHash('sha256').update(canonicalForm(message)).digest()
}
