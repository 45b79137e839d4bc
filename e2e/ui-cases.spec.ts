import type { Locator, Page } from '@playwright/test'
import type { ModelMessage } from '../memory/message'
import { expectAccessible } from './support/accessibility'
import type { Product } from './support/product'
import { inDatabaseOf } from './support/product-database'
import { expect, test } from './support/test'

const desk: readonly ModelMessage[] = [
  { role: 'user', content: 'Book desk 12 for Monday' },
  { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'find_desk', arguments: { day: 'mon' } }] },
  { role: 'tool', toolCallId: 'c1', content: 'desk 12 free' },
  { role: 'assistant', content: 'Desk 12 is yours' },
  { role: 'user', content: 'And the parking bay?' },
  { role: 'assistant', content: 'Bay 4 is free too' },
]
const parking = desk.slice(4)

const article = (page: Page, seq: number) => page.getByRole('article', { name: new RegExp(`, message ${seq}$`) })
const grid = (page: Page) => page.getByRole('grid', { name: 'Threads' })
/** With the spaces and line breaks that are seen. */
// biome-ignore lint/performance/useDomNodeTextContent: what is seen is what is asked for
const seenText = (part: Locator) => part.evaluate((element: HTMLElement) => element.innerText)
const seqsOf = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((articles) => articles.map((each) => Number(each.getAttribute('aria-posinset'))).sort((a, b) => a - b))

/** When a thread was last written to, behind the application's back. */
const setTimes = (product: Product, uid: string, at: string) =>
  inDatabaseOf(product, async (client) => {
    await client.query('UPDATE thread SET last_message_at = $2, created_at = $2 WHERE uid = $1', [uid, at])
    await client.query('UPDATE message SET created_at = $2 WHERE thread_uid = $1', [uid, at])
  })

test('B041: a call and its result stand in one card, in order, the same after a reload', async ({
  page,
  agent,
  product,
}) => {
  await agent.memory.write({ sessionId: 's', messages: [...desk] })
  const { uid } = await agent.threads.get({ threadId: 's' })
  await setTimes(product, uid, '2026-11-30T12:00:00.000Z')
  await page.goto(`/threads/${uid}`)
  for (const round of ['at first', 'after a reload']) {
    await expect(article(page, 6), round).toBeVisible()
    expect(await seqsOf(page), round).toEqual([1, 2, 4, 5, 6])
    const card = article(page, 2).getByRole('list', { name: '1 tool call' }).getByRole('listitem')
    await card.getByRole('button', { name: /find_desk/ }).click()
    await expect(card).toContainText('day')
    await expect(card).toContainText('desk 12 free')
    await page.reload()
  }
})

test('B047: the last day of a time filter is a whole day', async ({ page, agent, scope, product }) => {
  for (const [threadId, at] of [
    ['before', '2026-11-29T23:59:59.999Z'],
    ['inside', '2026-11-30T13:59:00.000Z'],
    ['last', '2026-11-30T23:59:59.999Z'],
    ['after', '2026-12-01T00:00:00.000Z'],
  ] as const) {
    await agent.memory.write({ sessionId: threadId, messages: [...parking] })
    const { uid } = await agent.threads.update({ threadId, title: `Thread ${threadId}` })
    await setTimes(product, uid, at)
  }
  await page.goto(`/threads?tenant=${scope.tenant}&active=2026-11-30..2026-11-30`)
  await expect(grid(page).getByRole('link', { name: /^Thread / })).toHaveText(['Thread last', 'Thread inside'])
})

test.describe('elsewhere', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'de-DE' })
  test('B049: times stand in the zone of who reads, the instant in the markup, and server and browser agree', async ({
    page,
    agent,
    scope,
    product,
  }) => {
    const told: string[] = []
    page.on('console', (message) => told.push(message.text()))
    await agent.memory.write({ sessionId: 's', messages: [...parking] })
    const { uid } = await agent.threads.get({ threadId: 's' })
    await setTimes(product, uid, '2026-11-29T20:15:00.000Z')
    await page.goto(`/threads?tenant=${scope.tenant}`)
    const listed = grid(page).locator('time').first()
    await expect(listed).toHaveAttribute('datetime', '2026-11-29T20:15:00.000Z')
    await page.goto(`/threads/${uid}`)
    const time = article(page, 1).locator('time')
    await expect(time).toHaveText('05:15')
    await expect(time).toHaveAttribute('datetime', '2026-11-29T20:15:00.000Z')
    await expect(time).toHaveAttribute('title', /20:15.*UTC/)
    expect(told.filter((text) => /hydrat|did not match|Minified React/i.test(text))).toEqual([])
  })
})

test('B062: calls without content are cards with name, arguments and result, and nothing empty stands between', async ({
  page,
  agent,
}) => {
  const call = (id: string) => [{ id, name: 'f', arguments: {} }]
  await agent.memory.write({
    sessionId: 's',
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: '', toolCalls: call('q') },
      { role: 'tool', toolCallId: 'q', content: 'r' },
      { role: 'assistant', content: null, toolCalls: call('q2') },
      { role: 'tool', toolCallId: 'q2', content: 'r2' },
      { role: 'assistant', content: 'ok' },
    ],
  })
  const { uid } = await agent.threads.get({ threadId: 's' })
  await page.goto(`/threads/${uid}`)
  await expect(article(page, 6)).toBeVisible()
  expect(await seqsOf(page)).toEqual([1, 2, 4, 6])
  for (const [seq, result] of [
    [2, 'r'],
    [4, 'r2'],
  ] as const) {
    const card = article(page, seq).getByRole('listitem')
    await expect(card).toHaveCount(1)
    await card.getByRole('button', { name: /^f \{\}/ }).click()
    await expect(card.getByText('Arguments')).toBeVisible()
    await expect(card.getByText(result, { exact: true })).toBeVisible()
  }
  const said = await seenText(page.getByRole('feed'))
  expect(said).not.toMatch(/null|""|no content/)
})

test('B095: the line where a fork began stays after what was copied', async ({ page, agent }) => {
  await agent.memory.write({ sessionId: 's', messages: [...desk] })
  await agent.threads.fork({ threadId: 'f', fromThreadId: 's', lastMessages: 2 })
  await agent.memory.write({
    sessionId: 'f',
    messages: [...parking, { role: 'user', content: 'new' }, { role: 'assistant', content: 'ok' }],
  })
  const source = await agent.threads.get({ threadId: 's' })
  const { uid } = await agent.threads.get({ threadId: 'f' })
  await page.goto(`/threads/${uid}`)
  await expect(article(page, 4)).toBeVisible()
  const line = page.getByRole('feed').getByRole('link', { name: 'forked here' })
  await expect(line).toHaveCount(1)
  await expect(line).toHaveAttribute('href', `/threads/${source.uid}?message=6`)
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  expect(await topOf(line)).toBeGreaterThan(await topOf(article(page, 2)))
  expect(await topOf(line)).toBeLessThan(await topOf(article(page, 3)))
})

test('B116: ids of any text lead to their threads, by link, key, reload and back', async ({ page, agent, scope }) => {
  const names = ['90% done', 'My late chat']
  for (const threadId of names) {
    await agent.memory.write({
      sessionId: threadId,
      messages: [
        { role: 'user', content: `I am ${threadId}` },
        { role: 'assistant', content: 'Yes' },
      ],
    })
    await agent.threads.update({ threadId, title: threadId })
  }
  const uids = await Promise.all(names.map(async (threadId) => (await agent.threads.get({ threadId })).uid))
  const address = `/threads?tenant=${scope.tenant}&sort=title.asc`
  await page.goto(address)
  const peek = page.getByRole('complementary', { name: 'The thread that is looked at' })
  const shown = async (place: 0 | 1) => {
    await expect(peek.getByRole('article', { name: 'User, message 1' })).toContainText(`I am ${names[place]}`)
    await expect(page).toHaveURL(new RegExp(`peek=${uids[place]}$`))
  }
  await grid(page).getByRole('link', { name: '90% done' }).click()
  await shown(0)
  await page.keyboard.press('j')
  await shown(1)
  await page.keyboard.press('k')
  await shown(0)
  await page.reload()
  await shown(0)
  await peek.getByRole('link', { name: 'Open' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: '90% done' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/threads/${uids[0]}`))
  await page.goBack()
  await shown(0)
  await page.goto(`${address}&q=${encodeURIComponent('90% done')}`)
  await expect(grid(page).getByRole('link', { name: '90% done' })).toBeVisible()
  expect(page.url()).not.toContain('%2525')
})

test('B118: an address that is broken shows a page of the desk, with the text as it is', async ({ page }) => {
  const search = page.getByRole('searchbox', { name: 'Search in messages' })
  for (const [address, text] of [
    ['/threads?q=9%25', '9%'],
    ['/threads?q=%', '%'],
  ] as const) {
    await page.goto(address)
    await expect(search).toHaveValue(text)
    await expect(page.getByRole('heading', { name: 'No thread matches' }).or(grid(page))).toBeVisible()
  }
  await page.goto('/threads?tag=%ff')
  await expect(page.getByRole('heading', { level: 1, name: 'Threads' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No thread matches' }).or(grid(page))).toBeVisible()
  const answer = await page.goto('/threads/%F0%9F')
  expect([400, 404]).toContain(answer?.status())
  await expect(page.getByRole('link', { name: 'Go to threads' })).toBeVisible()
})

test('B125: more than can be asked for is said on the screen, and the filters stay', async ({ page, agent, scope }) => {
  await agent.memory.write({ sessionId: 's', messages: [...parking] })
  const alert = page.getByRole('alert').filter({ hasText: 'The threads could not be loaded' })
  const tags = Array.from({ length: 100 }, (_, place) => `tag=id-${place}`)
  await page.goto(`/threads?tenant=${scope.tenant}&${tags.join('&')}`)
  await expect(alert).toContainText('At most 64 tags.')
  await expect(alert).toContainText('Your filters are kept.')
})

test('B125: a search for more text than there may be says so, and keeps the text', async ({ page, agent, scope }) => {
  await agent.memory.write({ sessionId: 's', messages: [...parking] })
  await page.goto(`/threads?tenant=${scope.tenant}`)
  await expect(grid(page).getByRole('row')).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: 'Search in messages' })
  const text = 'long '.repeat(1500)
  await search.fill(text)
  const alert = page.getByRole('alert').filter({ hasText: 'The threads could not be loaded' })
  await expect(alert).toContainText('At most 256 characters.')
  await expect(search).toHaveValue(text)
  await search.fill('parking')
  await expect(alert).toHaveCount(0)
  await expect(grid(page).getByRole('link')).toHaveCount(1)
  await expect(search).toHaveValue('parking')
})

test('B125: an address of such a text, loaded anew, is a page that says so and leads back', async ({ page }) => {
  for (const [characters, status] of [
    [7500, 414],
    [30_000, 431],
  ] as const) {
    const answer = await page.goto(`/threads?q=${'x'.repeat(characters)}`)
    expect(answer?.status()).toBe(status)
    await expect(page).toHaveTitle('This address is too long · Loci')
    await expect(page.getByRole('heading', { level: 1, name: 'This address is too long' })).toBeVisible()
  }
  await expectAccessible(page, 'address too long')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'address too long at 390')
  await page.getByRole('link', { name: 'Go to threads' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Threads' })).toBeVisible()
})
