import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Headers that only we may give to what runs behind the gate. */
const STRIPPED = [
  'content-security-policy',
  'content-security-policy-report-only',
  'next-action',
  'x-invoke-path',
  'x-middleware-invoke',
  'x-middleware-next',
  'x-middleware-override-headers',
  'x-middleware-prefetch',
  'x-middleware-rewrite',
  'x-middleware-subrequest',
  'x-middleware-subrequest-id',
  'x-nonce',
  'x-loci-address',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

const FIXED = {
  'cache-control': 'private, no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
} as const

/** For answers that are data: nothing in them may load or run. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const FIXED_LIST: readonly (readonly [name: string, value: string])[] = [
  ...Object.entries(FIXED),
  ['content-security-policy', DATA_POLICY],
]

/** Takes away what would make the application believe a caller: proxies are not trusted, and only we set the nonce. */
export function stripRequestHeaders(request: IncomingMessage): void {
  const { headers } = request
  for (const name of STRIPPED) if (name in headers) delete headers[name]
}

/** What every answer carries. */
export function setFixedHeaders(response: ServerResponse): void {
  for (const [name, value] of FIXED_LIST) response.setHeader(name, value)
}

/** The same as lines of a raw answer, for requests that never became one. `policy` is that of a page. */
export function fixedHeaderLines(policy: string = DATA_POLICY): string[] {
  return [...Object.entries(FIXED), ['content-security-policy', policy]].map(([name, value]) => `${name}: ${value}`)
}

/**
 * The policy of a page, with a nonce of its own that also goes to the renderer. Attributes may carry styles, since
 * positioned popups and virtual lists need them; scripts and style elements need the nonce.
 */
export function setPagePolicy(
  request: IncomingMessage,
  response: ServerResponse,
  { development }: { development: boolean },
) {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    // The development server injects its styles without a nonce.
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
  request.headers['content-security-policy'] = policy
  request.headers['x-nonce'] = nonce
  response.setHeader('content-security-policy', policy)
}

/**
 * Pins https for a year. Only where the browser itself has shown that it came by https: its session cookie has the
 * `__Host-` name, which it takes over https alone.
 */
export function setTransportSecurity(request: IncomingMessage, response: ServerResponse): void {
  if (!request.headers.cookie?.includes('__Host-loci.')) return
  response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
