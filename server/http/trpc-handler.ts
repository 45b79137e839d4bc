import type { IncomingMessage, ServerResponse } from 'node:http'
import { callProcedure, procedureType } from '../api/call-procedure'
import { type Principal, principalId } from '../auth/principal'
import { LociError } from '../errors'
import { writeJson } from '../json-text'
import type { ServiceContext, Services } from '../services/context'
import { answerJson, errorEnvelope, failureOf, type KnownFailure, setRetryAfter } from './answer'
import { HttpRefusal } from './http-refusal'
import { logFailure } from './log-failure'
import { bodyLimit } from './procedure-body'
import { assertJsonType, decodeJson, hasBody, readBody } from './request-body'
import { readCalls, readTarget, type TrpcCall, type TrpcTarget } from './trpc-request'

export interface TrpcOptions {
  services: Services
  authenticate(request: IncomingMessage): Promise<Principal>
  /** Starts a session; answers with its `set-cookie` values. */
  signIn(request: IncomingMessage, credentials: { email: string; password: string }): Promise<string[]>
  countedTry(request: IncomingMessage, email: string, attempt: () => Promise<boolean>): Promise<boolean>
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
    principal,
    requestId,
    signIn: async (credentials) => {
      response.appendHeader('set-cookie', await options.signIn(request, credentials))
    },
    countedTry: (email, attempt) => options.countedTry(request, email, attempt),
    ...options.services,
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
  const name = procedureType(call.path) ? call.path : undefined
  try {
    const data = await callIn(options, run)
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
      caller: principalId(context.principal),
    })
    return {
      status: failure.status,
      text: errorEnvelope(failure, { requestId: context.requestId, path: name ?? null }),
    }
  }
}

async function callIn(options: TrpcOptions, run: Run): Promise<unknown> {
  const { call, batchIndex, context, request } = run
  if (procedureType(call.path) === 'mutation' && request.method !== 'POST') {
    throw wrongMethod('Call this procedure by POST.')
  }
  return callProcedure({ batchIndex, context, limitMs: options.requestLimitMs, ...call })
}

async function readInput(request: IncomingMessage, target: TrpcTarget, principal: Principal): Promise<string> {
  if (request.method === 'GET') return target.query === undefined ? '' : decodeJson(Buffer.from(target.query))
  return decodeJson(await readBody(request, bodyLimit(target.paths, principal)))
}

/** One status where all calls agree, else 207, as tRPC's clients expect. */
function statusOf(outcomes: readonly Outcome[]): number {
  const [first, ...rest] = outcomes.map((outcome) => outcome.status)
  return first !== undefined && rest.every((status) => status === first) ? first : 207
}

function wrongMethod(message: string): HttpRefusal {
  return new HttpRefusal(405, new LociError('INVALID_INPUT', message))
}
