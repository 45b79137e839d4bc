import { lookup as systemLookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { type AddressKind, addressKind } from './address'
import { ModelError } from './model-error'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

export interface OutboundOptions {
  /** The one place that may be spoken to: its protocol, host and port. */
  readonly baseUrl: string
  /** Sent as a bearer token, to that host and to none else. */
  readonly apiKey?: string | undefined
  /** From the first byte sent to the last one received, in ms. */
  readonly timeoutMs: number
  /** Bytes of an answer at most. */
  readonly maxBytes: number
  readonly lookup?: (host: string) => Promise<readonly ResolvedAddress[]>
}

/**
 * The only way out of the process, as a `fetch`: to the configured host alone, without following redirects, with the
 * answer of the name service checked at the moment of the connection.
 *
 * A private address is allowed where the operator configured one: the base URL holds it, or its name leads to private
 * addresses alone when it is first used. A name that was public then must not become private later (rebinding).
 *
 * What it throws is a ModelError.
 */
export function createOutboundFetch(options: OutboundOptions): typeof fetch {
  const { baseUrl, apiKey, timeoutMs, maxBytes } = options
  const base = new URL(baseUrl)
  const lookup = guardedLookup(options.lookup ?? resolveAll)

  return async (input, init) => {
    const request = requestOf(input, init)
    const url = new URL(request.url)
    if (url.origin !== base.origin) throw new ModelError('blocked')
    const headers = new Headers(request.headers)
    headers.set('accept-encoding', 'identity')
    headers.delete('authorization')
    if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`)
    const body = Buffer.from(await request.arrayBuffer())
    headers.set('content-length', String(body.length))
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    try {
      return await exchange({ url, method: request.method, headers, body, signal, lookup, maxBytes })
    } catch (error) {
      if (error instanceof ModelError) throw error
      throw new ModelError(signal.aborted ? 'timeout' : 'unreachable')
    }
  }
}

/** An address with a user in it is none that a request takes. */
function requestOf(...given: Parameters<typeof fetch>): Request {
  try {
    return new Request(...given)
  } catch {
    throw new ModelError('blocked')
  }
}

interface Exchange {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: Buffer
  readonly signal: AbortSignal
  readonly lookup: LookupFunction
  readonly maxBytes: number
}

function exchange({ url, method, headers, body, signal, lookup, maxBytes }: Exchange): Promise<Response> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: Object.fromEntries(headers), signal, lookup, agent: false },
      (answer) => {
        const status = answer.statusCode ?? 0
        if (status < 200 || status > 599 || (status >= 300 && status < 400)) {
          answer.destroy()
          reject(new ModelError(status >= 300 && status < 400 ? 'blocked' : 'invalid', status))
          return
        }
        const chunks: Buffer[] = []
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxBytes) answer.destroy(new ModelError('invalid', status))
          else chunks.push(chunk)
        })
        answer.once('error', reject)
        answer.once('end', () => {
          const type = answer.headers['content-type']
          const hasBody = status !== 204 && status !== 205
          resolve(
            new Response(hasBody ? Buffer.concat(chunks) : null, {
              status,
              headers: type === undefined ? {} : { 'content-type': type },
            }),
          )
        })
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/** The addresses of a name, refused as a whole when one of them is not allowed. */
function guardedLookup(resolve: (host: string) => Promise<readonly ResolvedAddress[]>): LookupFunction {
  let allowsPrivate: boolean | undefined
  const check = async (host: string): Promise<ResolvedAddress[]> => {
    const addresses = await resolve(host)
    const kinds = addresses.map(({ address }) => addressKind(address))
    if (addresses.length > 0) allowsPrivate ??= kinds.every((kind) => kind === 'private')
    const isAllowed = (kind: AddressKind) => kind === 'public' || (kind === 'private' && allowsPrivate === true)
    if (!kinds.every(isAllowed)) throw new ModelError('blocked')
    return [...addresses]
  }
  return (host, { all }, callback) => {
    check(host).then(
      (addresses) => {
        const [first] = addresses
        if (!first) callback(new Error('no address'), [])
        else if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, []),
    )
  }
}

/** Not asked for an address that stands in the configured URL itself: that one was chosen as it is. */
function resolveAll(host: string): Promise<readonly ResolvedAddress[]> {
  return systemLookup(host, { all: true })
}
