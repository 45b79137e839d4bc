import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Principal } from '../auth/principal'
import { notFound } from '../errors'
import type { Services } from '../services/context'
import { openExport } from '../services/exports/open-export'

export const EXPORT_PREFIX = '/api/exports/'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Hands out what an export's job wrote, part by part, so that its size costs no memory. */
export async function answerExport(
  { request, response, requestId }: { request: IncomingMessage; response: ServerResponse; requestId: string },
  options: { services: Services; pathname: string; authenticate: (request: IncomingMessage) => Promise<Principal> },
): Promise<void> {
  const id = options.pathname.slice(EXPORT_PREFIX.length)
  const principal = await options.authenticate(request)
  if (!UUID.test(id)) throw notFound('export')
  const parts = await openExport({ ...options.services, principal, requestId }, id)
  response.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': `attachment; filename="loci-${id}.jsonl"`,
    'cache-control': 'private, no-store',
  })
  if (request.method === 'HEAD') response.end()
  else await pipeline(Readable.from(parts), response)
}
