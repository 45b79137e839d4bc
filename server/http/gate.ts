import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { uuidv7 } from 'uuidv7'
import { addressGroup } from '../auth/client-address'
import { schemeOfOrigin } from '../auth/operators'
import { LociError } from '../errors'
import type { Services } from '../services/context'
import { answerFailure, type Door, failureOf } from './answer'
import { handleAuth } from './auth-handler'
import { type Authentication, authenticate } from './authenticate'
import { answerExport, EXPORT_PREFIX } from './export-handler'
import { answerHealth } from './health'
import { HttpRefusal } from './http-refusal'
import { answerLive, LIVE_PATH } from './live-handler'
import { logFailure } from './log-failure'
import { handleMcp, MCP_PATH } from './mcp-handler'
import { isVisit } from './refusal-page'
import { handleRest, isRestAddress } from './rest-handler'
import { assertFetchSite } from './same-origin'
import { answerSdkPackage, SDK_PATH } from './sdk-package'
import { setFixedHeaders, setPagePolicy, setTransportSecurity, stripRequestHeaders } from './security-headers'
import { handleTrpc, type TrpcOptions } from './trpc-handler'
import { TRPC_PREFIX } from './trpc-request'

/** Of the path and what follows it, in characters. */
export const LONGEST_URL = 2048
const REQUEST_ID = /^[\w.-]{8,64}$/

/** Where nothing is: the page that says so is shown in its place. */
const NO_PAGE = '/no-such-page'

/** What renders pages: Next's request handler. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface GateOptions extends Authentication {
  services: Services
  /** Without it there are no pages: the API alone. */
  pages?: PageHandler | undefined
  development: boolean
  /** Time that the procedures of one request have together, in ms; 10,000. */
  requestLimitMs?: number | undefined
}

/** The one door: every request gets its id, its headers and its checks here, then goes to the API or to a page. */
export function createGate(options: GateOptions): RequestListener {
  const trpc: TrpcOptions = {
    services: options.services,
    requestLimitMs: options.requestLimitMs,
    authenticate: (request) => authenticate(request, options),
    signIn: async (request, credentials) => {
      const address = addressGroup(request.socket.remoteAddress)
      const isHttps = schemeOfOrigin(request.headers.origin) === 'https'
      return options.operators.signIn(credentials, { isHttps, address })
    },
    countedTry: async (request, email, attempt) => {
      const address = addressGroup(request.socket.remoteAddress)
      await options.limits.beforeSignIn(address, email)
      const isRight = await attempt()
      if (isRight) await options.limits.afterSignIn(address, email)
      return isRight
    },
  }
  return (request, response) => {
    const requestId = requestIdOf(request)
    response.setHeader('x-request-id', requestId)
    setFixedHeaders(response)
    setTransportSecurity(request, response)
    route({ request, response, requestId }, options, trpc).catch((error: unknown) => {
      const failure = failureOf(error)
      logFailure(options.services.log, failure, { requestId })
      if (response.headersSent) response.destroy()
      else answerFailure(request, response, { failure, requestId, door: doorOf(request) })
    })
  }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
}

async function route(exchange: Exchange, options: GateOptions, trpc: TrpcOptions): Promise<void> {
  const { request, response } = exchange
  const { pathname, search } = addressOf(request)
  stripRequestHeaders(request)
  const isApi = pathname === '/api' || pathname.startsWith('/api/')
  assertFetchSite(request, { isApi })
  const isHealth = pathname === '/api/health/live' || pathname === '/api/health/ready'
  if (isApi && !isHealth) await options.limits.beforeCall(addressGroup(request.socket.remoteAddress))
  if (pathname === SDK_PATH) {
    assertReading(request)
    return answerSdkPackage(response)
  }
  if (!isApi) return page(exchange, options, pathname)
  if (pathname.startsWith(TRPC_PREFIX)) return handleTrpc(trpc, exchange, { pathname, search })
  if (pathname === LIVE_PATH) return answerLive(exchange, trpc)
  if (isRestAddress(pathname)) return handleRest(trpc, exchange, { pathname, search })
  if (pathname === MCP_PATH) return handleMcp(trpc, exchange)
  if (pathname.startsWith('/api/auth/')) return handleAuth({ ...options, ...exchange, pathname })
  if (pathname.startsWith(EXPORT_PREFIX)) {
    assertReading(request)
    return answerExport(exchange, { ...trpc, pathname, search })
  }
  if (isHealth) {
    assertReading(request)
    return answerHealth(response, { pathname, pool: options.services.database.pools.application })
  }
  throw nothingHere()
}

async function page({ request, response, requestId }: Exchange, options: GateOptions, pathname: string): Promise<void> {
  assertReading(request)
  if (!options.pages) throw nothingHere()
  request.headers['x-request-id'] = requestId
  setPagePolicy(request, response, options)
  keepUncached(response, pathname, options)
  // An address whose bytes are no text is no page; the renderer would fail on it.
  if (!isText(pathname)) request.url = NO_PAGE
  await options.pages(request, response)
}

function isText(pathname: string): boolean {
  try {
    // The value is used: a bundler leaves out a call whose value nobody wants.
    return decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

/** Pages hold what people may see, so nobody stores them; only files that carry their hash in their name are kept. */
function keepUncached(response: ServerResponse, pathname: string, { development }: { development: boolean }): void {
  const isHashed = pathname.startsWith('/_next/static/') && !development
  // The renderer sets its own just before it writes, however it does so; the last word is here.
  const writeHead = response.writeHead
  response.writeHead = function (this: ServerResponse, status: number, ...rest: unknown[]) {
    const isKept = isHashed && status === 200
    this.setHeader('cache-control', isKept ? 'public, max-age=31536000, immutable' : 'private, no-store')
    return Reflect.apply(writeHead, this, [status, ...rest])
  }
}

/** @throws INVALID_INPUT for an address that is too long or no path of ours */
function addressOf(request: IncomingMessage): { pathname: string; search: string } {
  const url = request.url ?? ''
  if (url.length > LONGEST_URL) {
    throw new HttpRefusal(414, new LociError('INVALID_INPUT', 'The address is longer than 2 KiB: send this by POST.'))
  }
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\')) {
    throw new LociError('INVALID_INPUT', 'The address is not a path.')
  }
  const pathname = pathOf(request)
  return { pathname, search: url.slice(pathname.length) }
}

function doorOf(request: IncomingMessage): Door {
  const pathname = pathOf(request)
  if (pathname === MCP_PATH) return 'mcp'
  if (isVisit({ accept: request.headers.accept, pathname })) return 'page'
  return isRestAddress(pathname) ? 'rest' : 'trpc'
}

function pathOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

function assertReading(request: IncomingMessage): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  throw new HttpRefusal(405, new LociError('INVALID_INPUT', 'This address is only read.'))
}

/** The caller's own id where it is a plain one, so that it can be found in both logs. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : uuidv7()
}

function nothingHere(): LociError {
  return new LociError('NOT_FOUND', 'There is nothing at this address.')
}
