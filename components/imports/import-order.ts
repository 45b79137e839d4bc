import { ScopeInput } from '@/memory/scope-schema'
import { guessMapping, isMapped } from './guess-mapping'
import type { ImportFile } from './import-file'
import { type FieldMapping, mapRecords } from './map-records'
import { cutPieces } from './pieces'
import type { ImportOrder } from './use-import-run'

/** What the screen has been told. */
export interface ImportChoice {
  readonly file: ImportFile
  /** Of a file of another system; null for one whose form is known. */
  readonly mapping: FieldMapping | null
  readonly tenant: string
  readonly subject: string
  readonly agent: string
}

/** The records of a file, null where a line is none; undefined where a line is empty. */
export function recordsOf({ lines }: ImportFile): unknown[] {
  return lines.map((line) => {
    if (line.trim() === '') return undefined
    try {
      return JSON.parse(line)
    } catch {
      return null
    }
  })
}

export function firstMapping(file: ImportFile): FieldMapping | null {
  return file.format === 'records' ? guessMapping(recordsOf(file)) : null
}

/** What is to be sent; in words what is still missing. */
export function orderOf({ file, mapping, tenant, subject, agent }: ImportChoice): ImportOrder | { missing: string } {
  const scope = ScopeInput.safeParse({ tenant, subject })
  if (!scope.success) return { missing: tenant === '' ? 'Say into which tenant.' : 'This scope cannot be used.' }
  const rest = { scope: scope.data, agentName: agent.trim() || undefined }
  if (file.format !== 'records') return { ...rest, format: file.format, pieces: cutPieces(file.lines), refused: [] }
  if (mapping === null || !isMapped(mapping)) return { missing: 'Say which fields are thread id, speaker and text.' }
  const { lines, refused } = mapRecords(recordsOf(file), mapping)
  return { ...rest, format: 'loci-jsonl', pieces: cutPieces(lines), refused }
}
