import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What happens to one request. `cut`: the line breaks before it reaches the server. `lose`: the server answers, and the
 * line breaks then. `hang`: the server answers, and the answer is held back until the line is closed. `refuse`: an answer
 * of something between here and the server.
 */
export type Fault =
  | 'pass'
  | 'cut'
  | 'lose'
  | 'hang'
  | { refuse: number; headers?: Record<string, string>; body?: string }

export interface SeenRequest {
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

export interface FaultyProxy {
  url: string
  /** What becomes of the next requests, in order; those after them pass. */
  plan(...faults: readonly Fault[]): void
  /** Every request passes from here on. */
  clearPlan(): void
  /** What becomes of every request that no plan is left for. */
  otherwise: Fault
  /** Every request that came, whatever became of it. */
  seen: SeenRequest[]
  /** Answers that hung and are done on the server. */
  hung: number
  /** Cuts every line that is open. */
  breakAll(): void
  close(): Promise<void>
}

/** A line to a server that can be cut, slowed and misled, over real HTTP. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const upstream = new URL(target)
  const faults: Fault[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      proxy.seen.push({ path: request.url ?? '', headers: request.headers, body: body.toString() })
      const fault = faults.shift() ?? proxy.otherwise
      if (fault === 'cut') {
        request.socket.destroy()
      } else if (typeof fault === 'object') {
        response.writeHead(fault.refuse, fault.headers)
        response.end(fault.body ?? 'a page of somebody else')
      } else {
        forward({ request, response, body, fault })
      }
    })
  })

  function forward(call: { request: http.IncomingMessage; response: http.ServerResponse; body: Buffer; fault: Fault }) {
    const { request, response, body, fault } = call
    const { pathname: _pathname, hostname, port } = upstream
    const sent = http.request(
      { hostname, port, path: request.url, method: request.method, headers: request.headers },
      (answer) => {
        if (fault === 'pass') {
          response.writeHead(answer.statusCode ?? 500, answer.headers)
          // A stream that begins slowly is passed on as it comes.
          response.flushHeaders()
          answer.pipe(response)
          answer.on('error', () => response.destroy())
          return
        }
        answer.resume().on('end', () => {
          if (fault === 'lose') request.socket.destroy()
          else proxy.hung += 1
        })
      },
    )
    sent.on('error', () => request.socket.destroy())
    response.on('close', () => sent.destroy())
    sent.end(body)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    plan: (...next) => {
      faults.push(...next)
    },
    clearPlan: () => {
      faults.length = 0
      proxy.otherwise = 'pass'
    },
    otherwise: 'pass',
    seen: [],
    hung: 0,
    breakAll: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}
