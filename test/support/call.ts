import type { TestServer } from './server'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Of a successful call. */
  data: unknown
  /** Of a refused one: the wire's code. */
  code: string | undefined
  message: string | undefined
}

export interface CallInit {
  key?: string
  cookie?: string
  /** Sent as it is; an object goes as JSON. */
  body?: string | Uint8Array<ArrayBuffer> | object
  method?: string
  headers?: Record<string, string>
}

/** One request as a program would send it, with nothing of an SDK between. */
export async function send(server: Pick<TestServer, 'url'>, path: string, init: CallInit = {}): Promise<Answer> {
  const { key, cookie, body, headers: extra } = init
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' })
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
  if (cookie !== undefined) {
    headers.set('cookie', cookie)
    headers.set('origin', server.url)
  }
  for (const [name, value] of Object.entries(extra ?? {})) headers.set(name, value)
  const method = init.method ?? (body === undefined ? 'GET' : 'POST')
  const sent = typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : body
  const response = await fetch(`${server.url}${path}`, { method, headers, redirect: 'manual', body: sent ?? null })
  return read(response)
}

/** Calls one procedure by POST. */
export function call(server: Pick<TestServer, 'url'>, procedure: string, init: CallInit = {}): Promise<Answer> {
  return send(server, `/api/trpc/${procedure}`, { body: {}, ...init })
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const parsed = parse(text)
  const error = member(parsed, 'error')
  const code = member(member(error, 'data'), 'code')
  const message = member(error, 'message')
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: member(member(parsed, 'result'), 'data'),
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}
