import type { BrowserContext } from '@playwright/test'

export interface PageWatch {
  /** Errors that nothing caught, violations of the content policy, dialogs, and requests to other places. */
  problems(): readonly string[]
}

/** Notes what no page of ours may do, on all pages of a context. */
export function watchPage(context: BrowserContext, origin: string): PageWatch {
  const problems: string[] = []
  context.on('weberror', (error) => problems.push(`error: ${error.error().message}`))
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && /Content Security Policy|Hydration|Minified React/.test(text)) {
      problems.push(`console: ${text}`)
    }
  })
  context.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    const url = request.url()
    if (!/^(data|blob|about):/.test(url) && new URL(url).origin !== origin) problems.push(`request: ${url}`)
  })
  return { problems: () => problems }
}
