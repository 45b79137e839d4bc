import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartupError } from '../startup-error'

/**
 * Starts to listen and says on which port.
 *
 * @throws StartupError one line: the port is taken, may not be used, or the host is not one of this machine's
 */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error & { code?: string }) => reject(new StartupError(reasonOf(error, { host, port })))
    server.once('error', onError)
    server.listen({ host, port }, () => {
      server.off('error', onError)
      // A server that listens on a port has an address with one.
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function reasonOf(error: Error & { code?: string }, { host, port }: { host: string; port: number }): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop what uses it, or start with another, for example PORT=${port + 1} npm start.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: choose one above 1023, for example PORT=3000.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for every network.`
    default:
      return `Cannot listen on ${host}:${port} (${error.code ?? error.name}).`
  }
}
