import http from 'node:http'
import type { Duplex } from 'node:stream'
import next from 'next'
import type { PageHandler } from './http/gate'

export interface Pages {
  handle: PageHandler
  upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** Next, behind the gate. It compiles in development, and otherwise serves what the build made. */
export async function preparePages(options: { development: boolean; host: string; port: number }): Promise<Pages> {
  // Next listens for upgrades on the server that it is given. This one never gets a connection: the gate decides first.
  const reloads = new http.Server()
  const app = next({
    dev: options.development,
    customServer: true,
    httpServer: reloads,
    hostname: options.host,
    port: options.port,
  })
  await app.prepare()
  const handle = app.getRequestHandler()
  return {
    handle: (request, response) => handle(request, response),
    upgrade: (request, socket, head) => {
      reloads.emit('upgrade', request, socket, head)
    },
    close: () => app.close(),
  }
}
