/** In order: some name others in passing. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** What somebody calls the browser that a session is in: "Firefox on Linux". The whole text stands beside it. */
export function browserWords(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser'
  const nameOf = (known: readonly (readonly [string, RegExp])[]) => known.find(([, sign]) => sign.test(userAgent))?.[0]
  const [browser, system] = [nameOf(BROWSERS), nameOf(SYSTEMS)]
  if (browser === undefined) return userAgent.slice(0, 60)
  return system === undefined ? browser : `${browser} on ${system}`
}
