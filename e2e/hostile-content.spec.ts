import type { ModelMessage } from '../memory/message'
import { expect, test } from './support/test'

const elsewhere = 'https://elsewhere.invalid'

/** Each tries to run, to load or to lead somewhere. */
const attempts = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 2">',
  `<iframe src="${elsewhere}/frame"></iframe>`,
  '<svg onload="window.pwned = 3"><script>window.pwned = 4</script></svg>',
  `<style>@import url("${elsewhere}/style.css"); body { background: url(${elsewhere}/background) }</style>`,
  `<link rel="stylesheet" href="${elsewhere}/link.css"><base href="${elsewhere}/">`,
  `<meta http-equiv="refresh" content="0; url=${elsewhere}/refresh">`,
  `<form action="${elsewhere}/form"><button>Sign in again</button></form>`,
  `![a picture](${elsewhere}/pixel.png?secret=1)`,
  `![a picture][ref]\n\n[ref]: ${elsewhere}/reference.png`,
  '[press me](javascript:window.pwned=5)',
  '[press me](java\tscript:window.pwned=12)',
  '[press me](&#106;avascript:window.pwned=13)',
  '![i](javascript:window.pwned=14)',
  '<iframe srcdoc="<script>parent.pwned = 15</script>"></iframe>',
  '</div></td></table><h1>out</h1>',
  '[press me](JaVaScRiPt:window.pwned=6 "title")',
  '[press me](data:text/html,<script>window.pwned=7</script>)',
  '[press me](vbscript:x)',
  '<javascript:window.pwned=8>',
  '[sign out](/api/auth/sign-out)',
  '[relative](../../keys)',
  '<a href="javascript:window.pwned=9">html link</a>',
  '# A heading\n\n<details open ontoggle="window.pwned = 10"><summary>more</summary></details>',
  '```html\n<script>window.pwned = 11</script>\n```',
  '| a | b |\n|---|---|\n| <img src=x onerror=alert(1)> | [x](javascript:alert(2)) |',
]

test('B133, B134: what messages say runs nothing, loads nothing and leads nowhere within', async ({ page, agent }) => {
  const messages = attempts.flatMap((attempt, place): ModelMessage[] => [
    { role: 'user', content: attempt },
    {
      role: 'assistant',
      content: attempt,
      reasoning: attempt,
      toolCalls: [{ id: `call-${place}`, name: '<img src=x onerror=alert(3)>', arguments: { html: attempt } }],
    },
    { role: 'tool', toolCallId: `call-${place}`, content: attempt },
    { role: 'assistant', content: `Done with ${place}.` },
  ])
  await agent.memory.write({ sessionId: 'hostile', agentName: '<b>agent</b>', messages })
  await agent.threads.update({
    threadId: 'hostile',
    title: '<img src=x onerror=alert(4)>',
    tags: { '<i>k</i>': '"><script>' },
  })
  const { uid } = await agent.threads.get({ threadId: 'hostile' })
  const dialogs: string[] = []
  const seen: ReturnType<typeof harmIn>[] = []
  page.on('dialog', (dialog) => dialogs.push(dialog.message()))

  await page.goto(`/threads/${uid}`)
  const feed = page.getByRole('feed')
  const article = (seq: number) => page.getByRole('article', { name: new RegExp(`, message ${seq}$`) })
  await expect(article(messages.length)).toBeVisible()
  for (let first = messages.length - 3; first > 0; first -= 4) {
    // From the last upwards; results stand under their calls.
    for (const seq of [first + 3, first + 1, first]) {
      await page.keyboard.press('k')
      await expect(article(seq)).toBeFocused()
      if (seq !== first + 1) continue
      await article(seq)
        .getByRole('button', { name: /^Reasoning/ })
        .click()
      await article(seq)
        .getByRole('button', { name: /onerror=alert\(3\)/ })
        .click()
    }
    seen.push(await feed.evaluate(harmIn))
  }
  expect(
    seen.flatMap(({ active }) => active),
    'elements that run, load or ask',
  ).toEqual([])
  expect(seen.flatMap(({ links }) => links).filter((link) => !/^(https?|mailto):/.test(link))).toEqual([])
  expect(await page.evaluate(() => 'pwned' in window), 'nothing ran').toBe(false)
  expect(dialogs).toEqual([])
  // Requests to other places and violations of the policy fail the test by themselves: support/page-watch.ts.
})

/** Runs in the page: what of a message could run, load or ask, and where its links go. */
function harmIn(feed: Element) {
  const active = 'script, iframe, img, style, link, base, meta, form, object, embed, input'
  return {
    active: [...feed.querySelectorAll(active)].map((element) => element.outerHTML),
    links: [...feed.querySelectorAll('a')].map((link) => link.href),
  }
}

test('B134: a link out of a message leaves the desk in a tab of its own, without a trace', async ({ page, agent }) => {
  await agent.memory.write({
    sessionId: 'links',
    messages: [
      {
        role: 'assistant',
        content: `See [the manual](${elsewhere}/manual) or [your keys](/keys), and [ok](https://example.test/a_(b)?c=1&d=2).`,
      },
    ],
  })
  const { uid } = await agent.threads.get({ threadId: 'links' })
  await page.goto(`/threads/${uid}`)
  const link = page.getByRole('link', { name: 'the manual' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener.*noreferrer/)
  await expect(page.getByRole('link', { name: 'ok' })).toHaveAttribute('href', 'https://example.test/a_(b)?c=1&d=2')
  await expect(page.getByText('your keys')).toBeVisible()
  await expect(page.getByRole('link', { name: 'your keys' })).toHaveCount(0)
})
