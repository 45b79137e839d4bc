import type { IncomingMessage, ServerResponse } from 'node:http'
import { toLociError } from '../api/procedure'
import { ERROR_STATUS, type ErrorCode, type LociError } from '../errors'
import { HttpRefusal } from './http-refusal'
import { refusalPage } from './refusal-page'

/** The JSON-RPC numbers that tRPC's clients expect beside a code. */
const RPC_NUMBER: Record<ErrorCode, number> = {
  UNAUTHENTICATED: -32001,
  FORBIDDEN: -32003,
  NOT_FOUND: -32004,
  INVALID_INPUT: -32600,
  CONFLICT: -32009,
  TOO_LARGE: -32013,
  RATE_LIMITED: -32029,
  UNAVAILABLE: -32603,
  INTERNAL: -32603,
}

export interface KnownFailure {
  status: number
  known: LociError
}

/** What a caller is told of anything that was thrown. */
export function failureOf(error: unknown): KnownFailure {
  if (error instanceof HttpRefusal) return error
  const known = toLociError(error)
  return { status: ERROR_STATUS[known.code], known }
}

/** An error as tRPC's clients understand it. */
export function errorEnvelope(
  { status, known }: KnownFailure,
  call: { requestId: string; path: string | null },
): string {
  return JSON.stringify({
    error: {
      message: known.message,
      code: RPC_NUMBER[known.code],
      data: {
        code: known.code,
        retryable: known.retryable,
        requestId: call.requestId,
        retryAfterMs: known.retryAfterMs ?? null,
        httpStatus: status,
        path: call.path,
      },
    },
  })
}

/** An error as the body of a plain HTTP answer. */
export function plainError({ known }: KnownFailure, requestId: string): string {
  const { code, message, retryable, retryAfterMs = null } = known
  return JSON.stringify({ code, message, retryable, requestId, retryAfterMs })
}

/** Which language an address speaks: tRPC's, plain HTTP, JSON-RPC as MCP has it, or a page for a person. */
export type Door = 'trpc' | 'rest' | 'mcp' | 'page'

const JSON_TYPE = 'application/json; charset=utf-8'
export const PAGE_TYPE = 'text/html; charset=utf-8'

interface Content {
  status: number
  type: string
  text: string
}

function errorTextOf(door: Exclude<Door, 'page'>, failure: KnownFailure, requestId: string): string {
  if (door === 'trpc') return errorEnvelope(failure, { requestId, path: null })
  const plain = plainError(failure, requestId)
  if (door === 'rest') return plain
  const { known } = failure
  const error = { code: RPC_NUMBER[known.code], message: known.message, data: JSON.parse(plain) }
  return JSON.stringify({ jsonrpc: '2.0', id: null, error })
}

export function answerJson(response: ServerResponse, status: number, text: string): void {
  answerContent(response, { status, type: JSON_TYPE, text })
}

function answerContent(response: ServerResponse, { status, type, text }: Content): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) })
  // As text it leaves in one piece with the head.
  response.end(response.req.method === 'HEAD' ? undefined : text)
}

/** Answers an error before any procedure has run. What the caller is still sending is not waited for. */
export function answerFailure(
  request: IncomingMessage,
  response: ServerResponse,
  { failure, requestId, door }: { failure: KnownFailure; requestId: string; door: Door },
): void {
  setRetryAfter(response, failure.known)
  const content = contentOf(request, response, { failure, requestId, door })
  if (request.complete || request.destroyed) answerContent(response, content)
  else answerAndClose(request, response, content)
}

function contentOf(
  request: IncomingMessage,
  response: ServerResponse,
  { failure, requestId, door }: { failure: KnownFailure; requestId: string; door: Door },
): Content {
  const { status } = failure
  if (door !== 'page') return { status, type: JSON_TYPE, text: errorTextOf(door, failure, requestId) }
  const { html, policy } = refusalPage(status, { requestId, cookie: request.headers.cookie })
  if (!response.headersSent) response.setHeader('content-security-policy', policy)
  return { status, type: PAGE_TYPE, text: html }
}

export function setRetryAfter(response: ServerResponse, known: LociError): void {
  if (known.retryAfterMs === undefined || response.headersSent) return
  response.setHeader('retry-after', String(Math.max(1, Math.ceil(known.retryAfterMs / 1000))))
}

/** How long a caller that is still sending may go on, unheard, so that the answer reaches it before the line is cut. */
const LINGER_MS = 1000

function answerAndClose(request: IncomingMessage, response: ServerResponse, { status, type, text }: Content): void {
  if (response.headersSent || response.destroyed) return
  const body = Buffer.from(text)
  response.writeHead(status, { 'content-type': type, 'content-length': body.length, connection: 'close' })
  // Node cuts the line at end(), which would take the answer away from a caller that has not read it yet.
  response.write(body)
  const cut = () => {
    clearTimeout(timer)
    response.end()
    if (!request.complete) request.socket.destroy()
  }
  const timer = setTimeout(cut, LINGER_MS)
  request.once('end', cut)
  request.once('close', cut)
  request.on('error', () => {})
  // Bytes that come now are dropped, not kept.
  request.resume()
}
