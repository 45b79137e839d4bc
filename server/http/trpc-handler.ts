import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnyTRPCProcedure, callTRPCProcedure } from '@trpc/server'
import { appRouter } from '../api/root'
import type { Principal } from '../auth/principal'
import { LociError } from '../errors'
import { writeJson } from '../json-text'
import type { ServiceContext, Services } from '../services/context'
import { answerJson, errorEnvelope, failureOf, type KnownFailure, setRetryAfter } from './answer'
import { HttpRefusal } from './http-refusal'
import { logFailure } from './log-failure'
import { assertJsonType, decodeJson, LARGE_BODY_BYTES, readBody, SMALL_BODY_BYTES } from './request-body'
import { readCalls, readTarget, type TrpcCall, type TrpcTarget } from './trpc-request'

/** Longer than any statement may take, shorter than a client waits, in ms. */
const REQUEST_LIMIT_MS = 10_000

// tRPC types this record as the nested routers, and keeps it flat, by path.
const procedures = new Map(Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>))

export interface TrpcOptions {
  services: Services
  authenticate(request: IncomingMessage): Promise<Principal>
  /** Starts a session; answers with its `set-cookie` values. */
  signIn(request: IncomingMessage, credentials: { email: string; password: string }): Promise<string[]>
  /** Time that the procedures of one request have together, in ms; 10,000. */
  requestLimitMs?: number | undefined
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
}

interface Outcome {
  status: number
  text: string
}

/**
 * Answers /api/trpc: single calls and batches, queries by GET or POST, mutations by POST. Throws what refuses the
 * request as a whole; what fails in one call of a batch is in that call's place of the answer.
 */
export async function handleTrpc(
  options: TrpcOptions,
  exchange: Exchange,
  { pathname, search }: { pathname: string; search: string },
): Promise<void> {
  const { request, response, requestId } = exchange
  const target = readTarget(pathname, search)
  if (request.method !== 'GET' && request.method !== 'POST') throw wrongMethod('Call procedures by POST.')
  if (request.method === 'POST' && hasBody(request)) assertJsonType(request)
  const principal = await options.authenticate(request)
  const calls = readCalls(target, await readInput(request, target, principal))

  const context: ServiceContext = {
    ...options.services,
    principal,
    requestId,
    signIn: async (credentials) => {
      response.appendHeader('set-cookie', await options.signIn(request, credentials))
    },
  }
  const run = (call: TrpcCall, batchIndex: number) => runCall(options, { call, batchIndex, context, request, response })
  const outcomes = await Promise.all(calls.map(run))
  const text = target.isBatch ? `[${outcomes.map((outcome) => outcome.text).join(',')}]` : (outcomes[0]?.text ?? '')
  answerJson(response, statusOf(outcomes), text)
}

interface Run {
  call: TrpcCall
  batchIndex: number
  context: ServiceContext
  request: IncomingMessage
  response: ServerResponse
}

async function runCall(options: TrpcOptions, run: Run): Promise<Outcome> {
  const { call, context, response } = run
  const since = performance.now()
  const name = procedures.has(call.path) ? call.path : undefined
  try {
    const data = await withinLimit(options.requestLimitMs ?? REQUEST_LIMIT_MS, callProcedure(run))
    const text = data === undefined ? '{"result":{}}' : `{"result":{"data":${writeJson(data)}}}`
    if (context.log.isLevelEnabled('debug')) {
      const durationMs = Math.round(performance.now() - since)
      context.log.debug({ requestId: context.requestId, procedure: name, durationMs })
    }
    return { status: 200, text }
  } catch (error) {
    const failure: KnownFailure = failureOf(error)
    setRetryAfter(response, failure.known)
    logFailure(context.log, failure, {
      requestId: context.requestId,
      procedure: name,
      caller: callerOf(context.principal),
    })
    return {
      status: failure.status,
      text: errorEnvelope(failure, { requestId: context.requestId, path: name ?? null }),
    }
  }
}

async function callProcedure({ call, batchIndex, context, request }: Run): Promise<unknown> {
  const { path, input, messageTexts } = call
  const type = procedures.get(path)?._def.type
  if (type !== 'query' && type !== 'mutation') throw new LociError('NOT_FOUND', 'No such procedure.')
  if (type === 'mutation' && request.method !== 'POST') throw wrongMethod('Call this procedure by POST.')
  return callTRPCProcedure({
    router: appRouter,
    path,
    type,
    ctx: messageTexts === undefined ? context : { ...context, messageTexts },
    getRawInput: async () => input,
    // What has begun is finished, also for a caller that has gone: its retry finds it done (R5).
    signal: undefined,
    batchIndex,
  })
}

async function readInput(request: IncomingMessage, target: TrpcTarget, principal: Principal): Promise<string> {
  if (request.method === 'GET') return target.query === undefined ? '' : decodeJson(Buffer.from(target.query))
  const mayBeLarge = target.isLarge && principal.kind !== 'anonymous'
  return decodeJson(await readBody(request, mayBeLarge ? LARGE_BODY_BYTES : SMALL_BODY_BYTES))
}

function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer, 'content-type': type } = request.headers
  return transfer !== undefined || type !== undefined || (length !== undefined && length !== '0')
}

/** The work goes on in the background when its time is over; its statements have limits of their own. */
async function withinLimit<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LociError('UNAVAILABLE', 'The call took too long.', { retryAfterMs: 1000 }))
    }, limitMs)
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** One status where all calls agree, else 207, as tRPC's clients expect. */
function statusOf(outcomes: readonly Outcome[]): number {
  const [first, ...rest] = outcomes.map((outcome) => outcome.status)
  return first !== undefined && rest.every((status) => status === first) ? first : 207
}

function callerOf(principal: Principal): string {
  return principal.kind === 'key' || principal.kind === 'operator'
    ? `${principal.kind}:${principal.id}`
    : principal.kind
}

function wrongMethod(message: string): HttpRefusal {
  return new HttpRefusal(405, new LociError('INVALID_INPUT', message))
}
