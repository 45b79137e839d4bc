import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { principalId } from '../auth/principal'
import { LociError } from '../errors'
import type { McpCall } from '../mcp/mcp-server'
import type { ServiceContext } from '../services/context'
import { failureOf } from './answer'
import { HttpRefusal } from './http-refusal'
import { logFailure } from './log-failure'
import { bodyLimit, messageTexts } from './procedure-body'
import { assertJsonType, decodeJson, parseJson, readBody } from './request-body'
import { assertOrigin } from './same-origin'
import type { TrpcOptions } from './trpc-handler'

export const MCP_PATH = '/api/mcp'

const PASSED_HEADERS = /^(accept|content-type|mcp-[a-z-]+)$/

/**
 * Answers /api/mcp: the Model Context Protocol over streamable HTTP, without sessions. Each POST stands alone, with a key
 * of its own; a person's cookie is no key. A page of another site is refused, whatever it sends.
 */
export async function handleMcp(
  options: Omit<TrpcOptions, 'signIn' | 'countedTry'>,
  { request, response, requestId }: { request: IncomingMessage; response: ServerResponse; requestId: string },
): Promise<void> {
  assertOrigin(request)
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST')
    throw new HttpRefusal(405, new LociError('INVALID_INPUT', 'This address takes POST.'))
  }
  assertJsonType(request)
  const principal = request.headers.authorization === undefined ? undefined : await options.authenticate(request)
  if (principal?.kind !== 'key') {
    response.setHeader('www-authenticate', 'Bearer')
    throw new LociError('UNAUTHENTICATED', 'Send an API key as "Authorization: Bearer loci_…".')
  }
  const text = decodeJson(await readBody(request, bodyLimit(['memory.write'], principal)))
  const parsedBody = parseJson(text)
  if (Array.isArray(parsedBody)) throw new LociError('INVALID_INPUT', 'Send one message a request.')
  const context: ServiceContext = { ...options.services, principal, requestId }
  const call: McpCall = {
    context,
    limitMs: options.requestLimitMs,
    messageTexts: (procedure) => messageTexts(procedure, text, ['params', 'arguments']),
    failure(error, procedure) {
      const failure = failureOf(error)
      logFailure(context.log, failure, { requestId, procedure, caller: principalId(principal) })
      return failure.known
    },
  }
  // A fifth of a second goes into loading it, which a start need not wait for: the first call brings it in.
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../mcp/mcp-server'),
  ])
  const handler = createMcpHandler(() => createMcpServer(call), {
    // The tools of a key never change while it is used, so there is nothing to wait for.
    maxSubscriptions: 0,
    onerror: (error) => context.log.debug({ requestId, error }, 'mcp request refused'),
  })
  try {
    await pass(await handler.fetch(webRequest(request), { parsedBody }), response)
  } finally {
    await handler.close()
  }
}

/** What the protocol's library looks at; the body goes beside it, parsed. */
function webRequest(request: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (PASSED_HEADERS.test(name) && typeof value === 'string') headers.set(name, value)
  }
  return new Request(`http://loci${MCP_PATH}`, { method: 'POST', headers })
}

async function pass(answer: Response, response: ServerResponse): Promise<void> {
  const type = answer.headers.get('content-type')
  if (type !== null) response.setHeader('content-type', type)
  response.writeHead(answer.status)
  if (answer.body === null) {
    response.end()
    return
  }
  // The two declarations of the same stream differ by what they leave open.
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response)
}
