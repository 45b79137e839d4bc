import type { IncomingMessage, ServerResponse } from 'node:http'
import { callProcedure } from '../api/call-procedure'
import { principalId } from '../auth/principal'
import { LociError } from '../errors'
import { writeJson } from '../json-text'
import { type MatchedRoute, matchRoute, queryFields } from '../rest/match-route'
import { DOCUMENT_PATH, openApiDocument } from '../rest/openapi-document'
import { REST_PREFIX, type Route } from '../rest/route'
import type { ServiceContext } from '../services/context'
import { answerJson, failureOf, plainError, setRetryAfter } from './answer'
import { HttpRefusal } from './http-refusal'
import { logFailure } from './log-failure'
import { bodyLimit, messageTexts } from './procedure-body'
import { assertJsonType, bringsBytes, decodeJson, hasBody, parseJson, readBody } from './request-body'
import type { TrpcOptions } from './trpc-handler'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
}

/** Whether an address belongs to the plain HTTP interface, so that errors there are plain too. */
export function isRestAddress(pathname: string): boolean {
  return pathname === REST_PREFIX || pathname.startsWith(`${REST_PREFIX}/`)
}

/** Answers /api/v1: one procedure a request, its answer as the body, errors as a plain object. */
export async function handleRest(
  options: Omit<TrpcOptions, 'signIn' | 'countedTry'>,
  exchange: Exchange,
  { pathname, search }: { pathname: string; search: string },
): Promise<void> {
  const { request, response, requestId } = exchange
  if (pathname === DOCUMENT_PATH) return answerDocument(request, response)
  const matched = matchRoute(request.method === 'HEAD' ? 'GET' : (request.method ?? ''), pathname)
  if (!matched) throw new LociError('NOT_FOUND', 'There is nothing at this address.')
  const { route } = matched
  if (!route) throw wrongMethod(response, matched.methods)
  const isWithBody = takesBody(route) && hasBody(request)
  if (isWithBody) assertJsonType(request)
  else if (bringsBytes(request)) throw new LociError('INVALID_INPUT', `Send no body with ${route.method}.`)
  const principal = await options.authenticate(request)
  const text = isWithBody ? decodeJson(await readBody(request, bodyLimit([route.procedure], principal))) : ''
  const context: ServiceContext = { ...options.services, principal, requestId }
  const since = performance.now()
  try {
    const data = await callProcedure({
      path: route.procedure,
      input: inputOf(matched, route, { search, text }),
      messageTexts: messageTexts(route.procedure, text, []),
      context,
      limitMs: options.requestLimitMs,
    })
    answerJson(response, 200, writeJson(data ?? null))
    if (context.log.isLevelEnabled('debug')) {
      const durationMs = Math.round(performance.now() - since)
      context.log.debug({ requestId, procedure: route.procedure, durationMs })
    }
  } catch (error) {
    const failure = failureOf(error)
    setRetryAfter(response, failure.known)
    logFailure(context.log, failure, { requestId, procedure: route.procedure, caller: principalId(principal) })
    answerJson(response, failure.status, plainError(failure, requestId))
  }
}

/** @throws INVALID_INPUT where fields of the path or the query stand in the body too, or the body is no object beside them */
function inputOf({ inPath }: MatchedRoute, route: Route, { search, text }: { search: string; text: string }): unknown {
  const body = text === '' ? undefined : parseJson(text)
  const inAddress = { ...queryFields(route, search), ...inPath }
  if (Object.keys(inAddress).length === 0) return body
  if (body === undefined) return inAddress
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new LociError('INVALID_INPUT', 'The body is not an object.')
  }
  const twice = Object.keys(inAddress).find((name) => Object.hasOwn(body, name))
  if (twice !== undefined) throw new LociError('INVALID_INPUT', `${twice}: stands in the address already.`)
  return { ...body, ...inAddress }
}

let documentText: string | undefined

function answerDocument(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw wrongMethod(response, ['GET'])
  documentText ??= JSON.stringify(openApiDocument())
  answerJson(response, 200, documentText)
}

function takesBody({ method }: Route): boolean {
  return method === 'POST' || method === 'PATCH'
}

function wrongMethod(response: ServerResponse, methods: readonly string[]): HttpRefusal {
  const allowed = methods.join(', ')
  response.setHeader('allow', allowed)
  return new HttpRefusal(405, new LociError('INVALID_INPUT', `This address takes ${allowed}.`))
}
