import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Principal } from '../auth/principal'
import { notFound } from '../errors'
import { THREAD_FILES, type ThreadFileFormat } from '../schemas/exports'
import { exportAudit } from '../services/audit/export-audit'
import type { ServiceContext, Services } from '../services/context'
import type { ExportFile } from '../services/exports/export-file'
import { openExport } from '../services/exports/open-export'
import { openThreadFile } from '../services/exports/open-thread-file'

export const EXPORT_PREFIX = '/api/exports/'
const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const JOB = new RegExp(`^${UUID}$`, 'i')
const AUDIT = /^audit\.(ndjson|csv)$/
const THREAD = new RegExp(`^threads/(${UUID})\\.([a-z]+)$`, 'i')

/** Hands out what an export's job wrote, or one thread as a file, part by part, so that its size costs no memory. */
export async function answerExport(
  { request, response, requestId }: { request: IncomingMessage; response: ServerResponse; requestId: string },
  options: {
    services: Services
    pathname: string
    search: string
    authenticate: (request: IncomingMessage) => Promise<Principal>
  },
): Promise<void> {
  const address = options.pathname.slice(EXPORT_PREFIX.length)
  const principal = await options.authenticate(request)
  const { name, contentType, parts } = await openFile(
    { ...options.services, principal, requestId },
    { address, search: options.search },
  )
  response.writeHead(200, {
    'content-type': `${contentType}; charset=utf-8`,
    'content-disposition': attachment(name),
    'cache-control': 'private, no-store',
  })
  if (request.method === 'HEAD') response.end()
  else await pipeline(Readable.from(parts), response)
}

function openFile(ctx: ServiceContext, { address, search }: { address: string; search: string }): Promise<ExportFile> {
  const [, audit] = AUDIT.exec(address) ?? []
  if (audit === 'ndjson' || audit === 'csv') return exportAudit(ctx, { format: audit, search })
  if (JOB.test(address)) return openExport(ctx, address)
  const [, uid, ending] = THREAD.exec(address) ?? []
  const format = formatOf(ending)
  if (uid === undefined || format === undefined) throw notFound('export')
  return openThreadFile(ctx, { uid, format })
}

function formatOf(ending: string | undefined): ThreadFileFormat | undefined {
  return (['loci', 'markdown', 'openai'] as const).find((format) => THREAD_FILES[format] === ending)
}

/** The name in ASCII, and as it is (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
