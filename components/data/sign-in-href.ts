/** Where to sign in, coming back to `path` (a path of this installation, with its query) afterwards. */
export function signInHref(path: string): string {
  return path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`
}
