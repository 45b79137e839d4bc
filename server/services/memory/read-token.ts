import { hash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Signer } from '../../auth/signer'

/**
 * What a read handed out, signed, so that a write needs no lookup to use it, on any process. Ranges, count and hash are of
 * the thread's own messages; the hash is of their canonical hashes in delivered order.
 */
export const ReadToken = z.object({
  v: z.literal(1),
  /** Null: there was no such thread yet. */
  uid: z.uuid().nullable(),
  revision: z.int(),
  /** Where the window came from and the version of that setting. */
  source: z.string(),
  configVersion: z.int(),
  /** When, in ms since 1970, and a random part: two reads of the same state are two reads. */
  at: z.int(),
  nonce: z.string(),
  /** How many messages the thread held. */
  total: z.int(),
  /** Seqs, inclusive. */
  ranges: z.array(z.tuple([z.int(), z.int()])),
  count: z.int(),
  /** Seqs that were handed out as copies without their tool calls. */
  copies: z.array(z.int()).optional(),
  hash: z.string(),
  /** Version of the summary that stood first. */
  summary: z.int().optional(),
  /** Short hashes of the messages of other threads that stood before the thread's own, in order. */
  recalled: z.array(z.string()).optional(),
  query: z.string().optional(),
  /** The window could not be kept (W3). Never the first member: the sweep looks for it in the stored text. */
  overBudget: z.literal(true).optional(),
})
export type ReadToken = z.infer<typeof ReadToken>

/** The token behind a `readId`; null when this installation did not sign it (its secret may have changed). */
export function openReadToken(signer: Signer, readId: string | undefined): ReadToken | null {
  if (readId === undefined) return null
  const parsed = ReadToken.safeParse(signer.verify('read', readId))
  return parsed.success ? parsed.data : null
}

/** 128 bits over the messages' hashes, each of 32 bytes, in delivered order. */
export function listHash(hashes: readonly Buffer[]): string {
  return hash('sha256', Buffer.concat(hashes), 'buffer').subarray(0, 16).toString('base64url')
}

const processMark = randomBytes(6).toString('base64url')
let reads = 0

/** Tells this read from every other one, of this process and of others. */
export function readNonce(): string {
  reads += 1
  return `${processMark}${reads.toString(36)}`
}

/** 48 bits of a message's hash: enough to know an echo by its place. */
export function shortHash(hash: Buffer): string {
  return hash.subarray(0, 6).toString('base64url')
}
