import { z } from 'zod'
import { canonicalJson } from '../../../memory/canonical-json'
import type { Signer } from '../../auth/signer'
import type { ReceiptView } from '../../schemas/erasures'
import type { Places } from '../../store/erasure-places'
import type { ReceiptRow } from '../../store/erasures'

const StoredPlaces = z.array(z.object({ table: z.string(), before: z.int(), after: z.int() }))

/** What stands for a subject where its name may not. */
export function hashOfSubject(signer: Signer, { tenant, subject }: { tenant: string; subject: string }): string {
  return signer.tag('erasure', JSON.stringify(['subject', tenant, subject]))
}

/** Proves that a receipt was written by this installation and has not been changed. */
export function proofOf(signer: Signer, receipt: Omit<ReceiptRow, 'proof'>): string {
  const { requestedAt, erasedAt, ...facts } = receipt
  return signer.tag(
    'erasure',
    canonicalJson({ ...facts, requestedAt: requestedAt.toISOString(), erasedAt: erasedAt.toISOString() }),
  )
}

/** Rows of each table that held something, before and after. */
export function placesText(before: Places, after: Places): string {
  const tables = Object.keys(before).filter((table) => (before[table] ?? 0) > 0 || (after[table] ?? 0) > 0)
  return JSON.stringify(tables.sort().map((table) => ({ table, before: before[table] ?? 0, after: after[table] ?? 0 })))
}

export function viewReceipt(signer: Signer, row: ReceiptRow): ReceiptView {
  const { proof, ...facts } = row
  return {
    ...row,
    requestedAt: row.requestedAt.toISOString(),
    erasedAt: row.erasedAt.toISOString(),
    places: StoredPlaces.parse(JSON.parse(row.places)),
    isGenuine: proofOf(signer, facts) === proof,
  }
}
