import type { Page } from '@playwright/test'
import type { ModelMessage } from '../memory/message'
import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, test } from './support/test'

const article = (page: Page, seq: number) => page.getByRole('article', { name: new RegExp(`, message ${seq}$`) })

/** The texts that the browser marks, of which only those on the page count. */
const marks = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map((range) => String(range).toLowerCase()))

test('what is not loaded is found too, marked and counted; Escape gives the place back', async ({ page, agent }) => {
  const history = turns(600).map((message, place): ModelMessage => {
    return [9, 400, 1_190].includes(place) ? { ...message, content: `The **Zeppelín** is late, ${place + 1}` } : message
  })
  await agent.memory.write({ sessionId: 'find', mode: 'append', messages: history })
  const { uid } = await agent.threads.get({ threadId: 'find' })
  await page.goto(`/threads/${uid}?message=700`)
  await expect(article(page, 700)).toBeInViewport()
  const top = await article(page, 700).evaluate((element) => element.getBoundingClientRect().top)

  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Find in this thread' })
  await expect(field).toBeFocused()
  await page.keyboard.type('zeppelin')
  const bar = page.getByRole('search')
  await expect(bar.getByText('3 of 3')).toBeVisible()
  await expect(article(page, 1_191)).toBeInViewport()
  expect(await marks(page)).toEqual(['zeppelín'])
  await page.keyboard.press('Shift+Enter')
  await expect(bar.getByText('2 of 3')).toBeVisible()
  await expect(article(page, 401)).toBeInViewport()
  await page.keyboard.press('Shift+Enter')
  await expect(article(page, 10)).toBeInViewport()
  await page.keyboard.press('Shift+Enter')
  await expect(article(page, 1_191), 'around the beginning').toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(article(page, 10), 'and around the end').toBeInViewport()
  await expect(page).toHaveURL(/find=zeppelin&hit=10/)
  await expectAccessible(page, 'conversation, find')

  await page.reload()
  await expect(bar.getByText('1 of 3')).toBeVisible()
  await expect(article(page, 10)).toBeInViewport()

  await page.goto(`/threads/${uid}?message=700`)
  await expect(article(page, 700)).toBeInViewport()
  await page.keyboard.press('Control+f')
  await expect(field).toBeFocused()
  await page.keyboard.type('zeppelin')
  await expect(article(page, 1_191)).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(page).not.toHaveURL(/find=/)
  await expect(article(page, 700)).toBeInViewport()
  const after = await article(page, 700).evaluate((element) => element.getBoundingClientRect().top)
  expect(Math.abs(after - top), 'px that the place has moved').toBeLessThan(3)
  expect(await marks(page)).toEqual([])
})

test('a hit in a folded result opens it; nothing found says so; on a phone it fits', async ({ page, agent }) => {
  await agent.memory.write({ sessionId: 'tools', messages: [...turns(20), ...toolTurn] })
  const { uid } = await agent.threads.get({ threadId: 'tools' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/threads/${uid}`)
  await expect(article(page, 45)).toBeInViewport()
  await page.getByRole('button', { name: 'More about this thread' }).click()
  await page.getByRole('menuitem', { name: /Find in the thread/ }).click()
  const field = page.getByRole('searchbox', { name: 'Find in this thread' })
  await field.fill('available')
  await expect(page.getByRole('search').getByText('1 of 1')).toBeVisible()
  await expect(article(page, 42).getByText('Result, message 43')).toBeInViewport()
  expect(await marks(page)).toEqual(['available'])
  await expectAccessible(page, 'conversation, find on a phone')
  await field.fill('no such word')
  await expect(page.getByRole('search').getByText('Not found')).toBeVisible()
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(width).toBeLessThanOrEqual(room)
  await field.fill('answer 3 about')
  await expect(article(page, 6)).toBeInViewport()
  await page.getByRole('button', { name: 'Close and stay here' }).click()
  await expect(article(page, 6)).toBeFocused()
})
