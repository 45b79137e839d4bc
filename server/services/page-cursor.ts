import { createHash } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '../../memory/canonical-json'
import type { Signer } from '../auth/signer'
import { LociError } from '../errors'

/** What a page belongs to: the list's name, its reach, filters and order. Equal values, equal pages. */
export type PagedList = Readonly<Record<string, unknown>>

/** An opaque cursor: a position, bound to its list by a hash, so that it can neither be read into nor moved elsewhere. */
export function signCursor(signer: Signer, list: PagedList, position: unknown): string {
  return signer.sign('cursor', { list: fingerprint(list), position })
}

/** @throws INVALID_INPUT when the cursor was not made by this list with this reach, these filters and this order. */
export function readCursor<T>(
  signer: Signer,
  params: { list: PagedList; cursor: string | undefined; position: z.ZodType<T> },
): T | null {
  if (params.cursor === undefined) return null
  const schema = z.object({ list: z.literal(fingerprint(params.list)), position: params.position })
  const read = schema.safeParse(signer.verify('cursor', params.cursor))
  if (!read.success) {
    throw new LociError('INVALID_INPUT', 'This cursor belongs to another list, scope, filter or order.')
  }
  return read.data.position
}

function fingerprint(list: PagedList): string {
  return createHash('sha256').update(canonicalJson(list)).digest('base64url').slice(0, 22)
}

/** A text in a position, whatever it holds, in at most four thirds of its UTF-8 bytes. */
export const PackedText = z.string().transform((packed) => Buffer.from(packed, 'base64').toString('utf8'))

export function packText(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
