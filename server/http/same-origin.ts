import type { IncomingMessage } from 'node:http'
import { LociError } from '../errors'

/**
 * What another site's page may make a browser send here: nothing but a plain visit to a page. Browsers say in
 * `Sec-Fetch-Site` who asks; programs without that header pass, since no browser acts for them.
 *
 * @throws FORBIDDEN
 */
export function assertFetchSite(request: IncomingMessage, { isApi }: { isApi: boolean }): void {
  const site = request.headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return
  const isVisit =
    !isApi &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document'
  if (!isVisit) throw crossSite()
}

/**
 * For requests that change something: an `Origin` must be ours, and where a cookie speaks for the caller there must be
 * one. `null` is nobody's. The scheme is not compared, since a proxy may have taken the https off.
 *
 * @throws FORBIDDEN
 */
export function assertOrigin(request: IncomingMessage): void {
  const { origin, host, cookie } = request.headers
  if (origin === undefined) {
    if (cookie === undefined) return
    throw crossSite()
  }
  if (host === undefined || !URL.canParse(origin)) throw crossSite()
  const { protocol, host: from } = new URL(origin)
  const isOurs = (protocol === 'http:' || protocol === 'https:') && hostOf(`${protocol}//${host}`) === from
  if (!isOurs) throw crossSite()
}

/** As URLs write it: in lower case, without the scheme's own port. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}

function crossSite(): LociError {
  return new LociError('FORBIDDEN', 'Requests from other sites are refused.')
}
