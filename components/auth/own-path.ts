const BASE = 'http://loci.invalid'

/**
 * Where to go after signing in: the path that was asked for when it is one of this installation's own pages, else the
 * start. Other sites, other schemes, the API and the sign-in itself are not.
 */
export function ownPath(next: string | null | undefined): string {
  // Browsers drop tabs and line breaks from addresses and read a backslash as a slash.
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next) || !URL.canParse(next, BASE)) return '/'
  const url = new URL(next, BASE)
  // Resolving dots can leave a path that begins with two slashes, which is another host.
  const isElsewhere = url.origin !== BASE || /^\/(?:\/|(?:api|sign-in|setup)(?:\/|$))/.test(url.pathname)
  return isElsewhere ? '/' : `${url.pathname}${url.search}${url.hash}`
}
