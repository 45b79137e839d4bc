import { randomBytes } from 'node:crypto'

interface Words {
  heading: string
  /** What to do now. */
  advice: string
}

const LONG: Words = {
  heading: 'This address is too long',
  advice:
    'Filters and the text of a search stand in the address, and it has room for about 2,000 characters. Open the threads again and search for less.',
}

const WORDS: Record<number, Words> = {
  400: {
    heading: 'This address cannot be read',
    advice:
      'It is not written as Loci writes its addresses. Copy the link once more, from its first letter to its last.',
  },
  403: {
    heading: 'Another site asked for this page',
    advice: 'Loci answers other sites with nothing. Open the address yourself, in a tab of its own.',
  },
  404: { heading: 'Nothing is here', advice: 'The address is wrong, or this server shows no pages.' },
  405: {
    heading: 'This address is only for reading',
    advice: 'A form was sent to it, and nothing was changed. Open the page again and do it there.',
  },
  414: LONG,
  431: LONG,
  503: { heading: 'Loci is busy', advice: 'The page could not be made just now. Wait a moment, then load it again.' },
}

const OTHER: Words = {
  heading: 'The page could not be shown',
  advice: 'The fault is ours, and it is in the log of the server. Load the page again.',
}

/** Those of app/tokens.css: the stylesheet of the desk has a name that only its renderer knows. */
const STYLES = `:root {
  color-scheme: light dark;
  --color-bg: light-dark(#fbfbfa, #101011);
  --color-ink: light-dark(#1b1b18, #ededec);
  --color-ink-2: light-dark(#504f4a, #a9a9a5);
  --color-ink-3: light-dark(#6a6962, #94948f);
  --color-act: light-dark(#1b1b18, #ededec);
  --color-act-hover: light-dark(#34342f, #d2d2d0);
  --color-act-ink: light-dark(#ffffff, #141416);
  --color-in: light-dark(#4f46c8, #8f88f5);
  --color-out: light-dark(#85847d, #707076);
}
[data-theme="light"] { color-scheme: light }
[data-theme="dark"] { color-scheme: dark }
body { margin: 0; background: var(--color-bg); color: var(--color-ink); font: 13px/20px ui-sans-serif, system-ui, sans-serif; -webkit-font-smoothing: antialiased; text-size-adjust: 100% }
main { display: grid; justify-items: start; gap: 16px; max-width: 528px; margin: 0 auto; padding: 18vh 16px 32px }
h1 { margin: 0 0 4px; font-size: 20px; line-height: 28px; font-weight: 600 }
p { margin: 0; color: var(--color-ink-2) }
small { color: var(--color-ink-3); font: 12px/16px ui-monospace, monospace; overflow-wrap: anywhere }
a { display: inline-flex; align-items: center; height: 28px; padding: 0 11px; border-radius: 5px; background: var(--color-act); color: var(--color-act-ink); font-size: 12px; font-weight: 500; text-decoration: none }
a:hover { background: var(--color-act-hover) }
a:focus-visible { outline: 2px solid var(--color-ink); outline-offset: 2px }
@media (pointer: coarse) { a { min-height: 44px } }`

const MARK = `<svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true"><path d="M5 0h2v18H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5Z" fill="var(--color-out)"/><path d="M7 0h6a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H7Z" fill="var(--color-in)"/></svg>`

/** The cookie of components/shell/theme; anything but its two names follows the system. */
const THEME = /(?:^|; )loci-theme=(light|dark)(?:;|$)/

/** Whether a person looks at the answer: a browser that asks for a page, not for data. */
export function isVisit({ accept, pathname }: { accept: string | undefined; pathname: string }): boolean {
  const isApi = pathname === '/api' || pathname.startsWith('/api/')
  return !isApi && accept !== undefined && accept.includes('text/html')
}

/**
 * A refusal as a page of the desk that needs nothing else: no script, no file. `policy` is the content security policy
 * it must be sent with.
 */
export function refusalPage(
  status: number,
  { requestId, cookie = '' }: { requestId?: string | undefined; cookie?: string | undefined },
): { html: string; policy: string } {
  const { heading, advice } = WORDS[status] ?? OTHER
  const nonce = randomBytes(16).toString('base64')
  const theme = THEME.exec(cookie)?.[1]
  const html = `<!doctype html>
<html lang="en"${theme === undefined ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${heading} · Loci</title>
<style nonce="${nonce}">${STYLES}</style>
</head>
<body>
<main>
${MARK}
<div><h1>${heading}</h1><p>${advice}</p></div>
<a href="/threads">Go to threads</a>
${status >= 500 && requestId !== undefined ? `<small>Request ${requestId}</small>` : ''}
</main>
</body>
</html>
`
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}
