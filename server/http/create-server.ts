import http from 'node:http'
import type { Duplex } from 'node:stream'
import { LociError } from '../errors'
import { errorEnvelope, PAGE_TYPE } from './answer'
import { createGate, type GateOptions, LONGEST_URL } from './gate'
import { isVisit, refusalPage } from './refusal-page'
import { assertOrigin } from './same-origin'
import { fixedHeaderLines } from './security-headers'

/** All in ms. A client that dribbles its headers or its body is cut off; others do not notice it. */
const HEADERS_LIMIT_MS = 10_000
const REQUEST_LIMIT_MS = 30_000
const IDLE_LIMIT_MS = 65_000
const CHECK_EVERY_MS = 5_000
const HEADER_BYTES = 16 * 1024

export interface ServerOptions extends GateOptions {
  /** Only in development: where the page renderer's reload socket goes. */
  upgrade?: ((request: http.IncomingMessage, socket: Duplex, head: Buffer) => void) | undefined
}

/** The HTTP server of one process, not yet listening. */
export function createLociServer(options: ServerOptions): http.Server {
  const server = http.createServer(
    {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: HEADERS_LIMIT_MS,
      requestTimeout: REQUEST_LIMIT_MS,
      keepAliveTimeout: IDLE_LIMIT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      insecureHTTPParser: false,
    },
    createGate(options),
  )
  server.on('clientError', answerBrokenRequest)
  server.on('connect', (_request, socket) => socket.destroy())
  server.on('upgrade', (request, socket, head) => {
    if (options.development && options.upgrade && isReloadSocket(request)) options.upgrade(request, socket, head)
    else socket.destroy()
  })
  return server
}

/** The development server's own socket, from a page of ours. */
function isReloadSocket(request: http.IncomingMessage): boolean {
  const pathname = (request.url ?? '').split('?')[0] ?? ''
  if (pathname !== '/_next/hmr' && pathname !== '/_next/webpack-hmr') return false
  try {
    assertOrigin(request)
    return true
  } catch {
    return false
  }
}

const BROKEN: Record<string, { status: number; reason: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', message: 'The request came too slowly.' },
}

/** What never became a request is answered by hand, with the headers that every answer has. */
function answerBrokenRequest(error: Error & { code?: string; rawPacket?: Buffer }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, reason, message } = BROKEN[error.code ?? ''] ?? {
    status: 400,
    reason: 'Bad Request',
    message: 'The request could not be read.',
  }
  const { type, body, policy } = brokenContent({ status, message }, error.rawPacket)
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...fixedHeaderLines(policy),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function brokenContent(
  { status, message }: { status: number; message: string },
  packet: Buffer | undefined,
): { type: string; body: string; policy?: string } {
  if (status === 431 && isLongVisit(packet)) {
    const { html, policy } = refusalPage(status, {})
    return { type: PAGE_TYPE, body: html, policy }
  }
  const known = new LociError('INVALID_INPUT', message)
  const body = errorEnvelope({ status, known }, { requestId: 'unread', path: null })
  return { type: 'application/json; charset=utf-8', body }
}

/** Whether a browser asked for a page whose address alone is too long, by what came of the request at once. */
function isLongVisit(packet: Buffer | undefined): boolean {
  const text = packet?.toString('latin1') ?? ''
  const [, pathname = '', query = ''] = /^GET (\/[^\s?]*)(\S*) /.exec(text) ?? []
  const accept = /\r\naccept: *([^\r\n]*)/i.exec(text)?.[1]
  return pathname.length + query.length > LONGEST_URL && isVisit({ accept, pathname })
}
