import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { AttemptLimits } from '../auth/attempt-limits'
import { addressGroup } from '../auth/client-address'
import type { Operators } from '../auth/operators'
import { ADDRESS_HEADER } from '../auth/session-cookies'
import { LociError } from '../errors'
import { noteSignIn } from '../services/audit/note-session'
import type { Services } from '../services/context'
import { answerJson } from './answer'
import { assertJsonType, decodeJson, parseJson, readBody } from './request-body'
import { assertOrigin } from './same-origin'

const BODY_BYTES = 16 * 1024
/** Better Auth has many more; what is not needed is not there. */
const SIGN_IN = 'POST /api/auth/sign-in/email'
const SIGN_OUT = 'POST /api/auth/sign-out'
const GET_SESSION = 'GET /api/auth/get-session'
const Credentials = z.object({ email: z.string().max(320), password: z.string().max(1024) })

interface AuthCall {
  services: Services
  requestId: string
  operators: Operators
  limits: AttemptLimits
  request: IncomingMessage
  response: ServerResponse
  pathname: string
}

/** Answers the endpoints of operators' sessions; throws what is refused. */
export async function handleAuth(call: AuthCall): Promise<void> {
  const { request, pathname } = call
  switch (`${request.method} ${pathname}`) {
    case SIGN_IN:
      assertOrigin(request)
      return signIn(call)
    case SIGN_OUT:
      assertOrigin(request)
      request.resume()
      return forward(call, '{}')
    case GET_SESSION:
      return forward(call)
    default:
      throw new LociError('NOT_FOUND', 'There is nothing at this address.')
  }
}

async function signIn(call: AuthCall): Promise<void> {
  const { limits, request } = call
  assertJsonType(request)
  const given = Credentials.safeParse(parseJson(decodeJson(await readBody(request, BODY_BYTES))))
  if (!given.success) throw new LociError('INVALID_INPUT', 'Send an email and a password.')
  const { email, password } = given.data
  const address = addressGroup(request.socket.remoteAddress)
  await limits.beforeSignIn(address, email)
  const note = (outcome: 'done' | 'refused') =>
    noteSignIn(call.services, { email, address, outcome, requestId: call.requestId })
  try {
    await forward(call, JSON.stringify({ email, password }))
  } catch (error) {
    if (error instanceof LociError && error.code === 'UNAUTHENTICATED') await note('refused')
    throw error
  }
  await limits.afterSignIn(address, email)
  await note('done')
}

/** Hands a request to Better Auth with only the headers that it needs, and its answer to the caller. */
async function forward({ operators, request, response, pathname }: AuthCall, body?: string): Promise<void> {
  const { cookie, origin, host } = request.headers
  const headers = new Headers({ [ADDRESS_HEADER]: request.socket.remoteAddress ?? '' })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (origin !== undefined) headers.set('origin', origin)
  const agent = request.headers['user-agent']
  if (agent !== undefined) headers.set('user-agent', agent.slice(0, 512))
  if (body !== undefined) headers.set('content-type', 'application/json')
  const address = `http://${host ?? 'localhost'}`
  if (!URL.canParse(address)) throw new LociError('INVALID_INPUT', 'The Host header cannot be read.')
  const url = new URL(pathname, address)
  const answer = await operators.handle(
    new Request(url, { method: request.method ?? 'GET', headers, ...(body === undefined ? {} : { body }) }),
  )
  if (!answer.ok) throw refusalOf(answer.status)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  answerJson(response, 200, (await answer.text()) || 'null')
}

/** Unknown and disabled accounts and wrong passwords answer alike. */
function refusalOf(status: number): LociError {
  if (status === 401) return new LociError('UNAUTHENTICATED', 'Wrong e-mail address or password.')
  if (status === 403) return new LociError('FORBIDDEN', 'Requests from other sites are refused.')
  if (status < 500) return new LociError('INVALID_INPUT', 'The request could not be read.')
  return new LociError('INTERNAL', 'Something went wrong on our side.')
}
