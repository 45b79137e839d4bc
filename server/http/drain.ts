import type { Server } from 'node:http'

const DRAIN_MS = 10_000

/** Stops taking connections, lets running requests end for at most 10 s, then cuts what is left. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) {
      resolve()
      return
    }
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(idle)
      resolve()
    })
    server.closeIdleConnections()
  })
}
