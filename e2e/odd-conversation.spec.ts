import type { Page } from '@playwright/test'
import type { ModelMessage } from '../memory/message'
import { inDatabaseOf } from './support/product-database'
import { expect, test } from './support/test'

const article = (page: Page, seq: number) => page.getByRole('article', { name: new RegExp(`, message ${seq}$`) })

const rich = '# h\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x=1\n```'

test('B131: 5,000 messages of headings, tables and code open, scroll to the top, and leave few elements on the page', async ({
  page,
  agent,
}) => {
  const count = 5_000
  const messages = Array.from({ length: count }, (_, place): ModelMessage => {
    return place % 2 === 0 ? { role: 'user', content: `ask ${place}` } : { role: 'assistant', content: rich }
  })
  await agent.memory.write({ sessionId: 's', mode: 'append', messages })
  const { uid } = await agent.threads.get({ threadId: 's' })
  await page.goto(`/threads/${uid}`)
  await expect(article(page, count)).toBeInViewport()
  const feed = page.getByRole('feed')
  const elements = () => feed.evaluate((part) => part.querySelectorAll('*').length)
  expect(await elements(), 'elements of the feed at its end').toBeLessThan(3_000)

  // One page up at a time: what loads above must not move what is read.
  await page.keyboard.press('k')
  for (let steps = 0; steps < 12; steps += 1) await page.keyboard.press('k')
  const focused = page.locator('[data-seq]:focus')
  await expect(focused).toBeInViewport()
  const seq = await focused.getAttribute('data-seq')
  const top = () => focused.evaluate((part) => Math.round(part.getBoundingClientRect().top))
  const before = await top()
  await expect(feed).toHaveAttribute('aria-busy', 'false')
  expect(Math.abs((await top()) - before), 'px that the message in focus moved').toBeLessThanOrEqual(1)
  expect(await focused.getAttribute('data-seq')).toBe(seq)

  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await expect(page.getByRole('article', { name: 'User, message 1', exact: true })).toBeInViewport()
  await expect(article(page, 2).getByRole('table')).toBeVisible()
  expect(await elements(), 'elements of the feed at its start').toBeLessThan(3_000)
})

test('B136: what a user typed is shown and copied as it stands', async ({ page, agent, context }) => {
  const texts = [
    'drop it in <slot> please',
    'Put <your name> on top',
    'List<String> x = new Map<K,V>()',
    'a < b && c > d',
    '&lt;b&gt; stays',
    '1 * 2 * 3 and snake_case_name',
    'C:\\new\\table',
    'line1\nline2\n\n  indented',
  ]
  const messages = texts.flatMap((content, place): ModelMessage[] => [
    { role: 'user', content },
    { role: 'assistant', content: `Noted ${place}.` },
  ])
  await agent.memory.write({ sessionId: 's', messages })
  const { uid } = await agent.threads.get({ threadId: 's' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/threads/${uid}`)
  await expect(article(page, messages.length)).toBeVisible()
  for (const [place, text] of texts.entries()) {
    const seq = place * 2 + 1
    await page.goto(`/threads/${uid}?message=${seq}`)
    const shown = article(page, seq)
    await expect(shown).toBeInViewport()
    // biome-ignore lint/performance/useDomNodeTextContent: the spaces and line breaks that are seen
    const seen = await shown.evaluate((element: HTMLElement) => element.innerText)
    expect(seen).toContain(text)
    await shown.focus()
    await page.keyboard.press('c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
})

test('B137: a message of a form that nobody knows stands as its JSON, and the others as ever', async ({
  page,
  agent,
  product,
}) => {
  const messages: ModelMessage[] = ['one', 'two', 'three', 'four', 'five'].map((content) => ({ role: 'user', content }))
  await agent.memory.write({ sessionId: 's', mode: 'append', messages })
  const { uid } = await agent.threads.get({ threadId: 's' })
  const parts = '[null,{"type":"text"},{"type":"text","text":null},5,[],{"type":"text","text":"ok"}]'
  const odd = [
    [2, `{"role":"user","content":${parts}}`],
    [3, '{"role":"function","content":"what it gave"}'],
    [4, '{"role":"assistant","content":"","toolCalls":[{"id":null,"name":null,"arguments":null}]}'],
  ] as const
  await inDatabaseOf(product, async (client) => {
    for (const [seq, raw] of odd) {
      await client.query('UPDATE message SET raw = $3 WHERE thread_uid = $1 AND seq = $2', [uid, seq, raw])
    }
  })
  await page.goto(`/threads/${uid}`)
  const feed = page.getByRole('feed')
  await expect(feed.getByText('one', { exact: true })).toBeVisible()
  await expect(feed.getByText('five', { exact: true })).toBeVisible()
  const boxes = feed.getByText('Stored in a form that cannot be shown as a message')
  await expect(boxes).toHaveCount(odd.length)
  await expect(feed.getByText('"function"')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})
