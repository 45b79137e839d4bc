import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, type Scope, test } from './support/test'
import { toast } from './support/toast'

const rows = (page: Page) =>
  page
    .getByRole('grid', { name: 'Threads' })
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) })
const rowOf = (page: Page, title: string) => rows(page).filter({ hasText: title })
const inScope = ({ tenant }: Scope) => `/threads?tenant=${encodeURIComponent(tenant)}`

test('filters narrow the list, stand in the address and come back', async ({ page, agent, scope, call }) => {
  await agent.memory.write({ sessionId: 'a', agentName: 'support', tags: { topic: 'refund' }, messages: turns(1) })
  await agent.threads.update({ threadId: 'a', title: 'A refund', tags: { topic: 'refund' } })
  await agent.memory.write({ sessionId: 'b', agentName: `planner of ${scope.tenant}`, messages: turns(1, 'walnut') })
  await agent.threads.update({ threadId: 'b', title: 'Walnuts' })
  await call('memory.write', { sessionId: 'c', scope: { ...scope, subject: 'user-2' }, messages: turns(1) })
  await page.goto(inScope(scope))
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('button', { name: /^agent/ }).click()
  await page.getByRole('button', { name: new RegExp(`planner of ${scope.tenant}`) }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, 'Walnuts')).toBeVisible()
  await expect(page).toHaveURL(/agent=planner/)
  await page.getByRole('button', { name: 'Clear filter agent' }).click()
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('button', { name: /^tags/ }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('topic')
  await page.getByRole('textbox', { name: 'Value' }).fill('refund')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/tag=topic(%3A|:)refund/)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, 'A refund')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter tags' }).click()

  await page.getByRole('button', { name: /^scope/ }).click()
  await page.getByRole('textbox', { name: 'Tenant or subject' }).fill(scope.tenant)
  // Subjects of other tenants stand in the list until the search has narrowed it.
  await page
    .getByRole('group', { name: scope.tenant })
    .getByRole('button', { name: /^user-2/ })
    .click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/subject=user-2/)
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Threads' }).click()
  await expect(page).toHaveURL(/\/threads$/)
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)
})

test('search finds words in messages; no match says so and clears', async ({ page, agent, scope }) => {
  await agent.memory.write({ sessionId: 'quince', messages: turns(2, 'quince') })
  await agent.memory.write({ sessionId: 'leek', messages: turns(2, 'leek') })
  await page.goto(inScope(scope))
  await expect(rows(page)).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: 'Search in messages' })
  await search.fill('quince')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/q=quince/)
  await search.fill('nothing says this')
  await expect(page.getByRole('heading', { name: 'No thread matches' })).toBeVisible()
  await expectAccessible(page, 'threads, no match')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(search).toHaveValue('')
  await expect(rows(page).first()).toBeVisible()
})

test('300 threads are paged without an end and sorted', async ({ page, call, scope }) => {
  const places = Array.from({ length: 300 }, (_, place) => place + 1)
  for (let from = 0; from < places.length; from += 10) {
    await Promise.all(
      places
        .slice(from, from + 10)
        .map((place) =>
          call('threads.create', { threadId: `t-${place}`, scope, title: `Thread ${String(place).padStart(3, '0')}` }),
        ),
    )
  }
  await page.goto(`${inScope(scope)}&sort=title.asc`)
  const grid = page.getByRole('grid', { name: 'Threads' })
  await expect(grid).toHaveAttribute('aria-rowcount', '301')
  await expect(rows(page).first()).toContainText('Thread 001')
  await rows(page).first().focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(rowOf(page, 'Thread 300')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(rowOf(page, 'Thread 300')).toHaveAttribute('aria-rowindex', '301')
  expect(await rows(page).count(), 'only what is in sight is in the page').toBeLessThan(60)

  await page.getByRole('button', { name: 'Sort' }).click()
  await page.getByRole('menuitemradio', { name: 'Z to A' }).click()
  await expect(rows(page).first()).toContainText('Thread 300')
  await expect(page).toHaveURL(/sort=title.desc/)
  await page.reload()
  await expect(rows(page).first()).toContainText('Thread 300')
})

test('a selection is tagged and deleted at once, and comes back by Undo', async ({ page, call, scope }) => {
  for (const name of ['one', 'two', 'three', 'four']) {
    await call('threads.create', { threadId: name, scope, title: `Thread ${name}` })
  }
  await page.goto(`${inScope(scope)}&sort=createdAt.asc`)
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Select Thread one' }).click()
  await page.getByRole('checkbox', { name: 'Select Thread three' }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: '3 threads selected' })
  await expect(bar).toBeVisible()
  await expectAccessible(page, 'threads, selection')
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('batch')
  await page.getByRole('textbox', { name: 'Value' }).fill('seven')
  await page.getByRole('button', { name: 'Add to 3 threads' }).click()
  await expect(toast(page, 'Tag batch:seven added')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows(page).filter({ hasText: 'batch:seven' })).toHaveCount(3)

  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 3 threads?' })
  await expect(question.getByText('No fork that stays came from it.')).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, '3 threads deleted')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '3 threads are back')).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
})

test('a press on a row, then Enter, opens the thread', async ({ page, agent, scope }) => {
  await agent.memory.write({ sessionId: 'one', messages: turns(1) })
  await agent.threads.update({ threadId: 'one', title: 'Thread one' })
  for (const press of ['its name', 'the row'] as const) {
    await page.goto(inScope(scope))
    const row = rowOf(page, 'Thread one')
    await (press === 'its name' ? row.getByRole('link') : row).click()
    await expect(page.getByRole('complementary', { name: 'The thread that is looked at' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page, press).toHaveURL(/\/threads\/[\da-f-]+$/)
  }
})

test('a peek follows the cursor; j, k and Esc', async ({ page, agent, scope }) => {
  for (const name of ['one', 'two', 'three']) {
    await agent.memory.write({ sessionId: name, messages: turns(3, name) })
    await agent.threads.update({ threadId: name, title: `Thread ${name}` })
  }
  await page.goto(`${inScope(scope)}&sort=createdAt.asc`)
  await expect(rows(page)).toHaveCount(3)
  await rowOf(page, 'Thread one').getByRole('link').click()
  const peek = page.getByRole('complementary', { name: 'The thread that is looked at' })
  await expect(peek.getByRole('heading', { name: 'Thread one' })).toBeVisible()
  await expect(peek.getByText('Answer 3 about the one')).toBeVisible()
  await expectAccessible(page, 'threads, peek')
  await page.keyboard.press('j')
  await expect(peek.getByRole('heading', { name: 'Thread two' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(peek.getByRole('heading', { name: 'Thread three' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(peek.getByRole('heading', { name: 'Thread two' })).toBeVisible()
  // The address follows a moment later.
  const { uid } = await agent.threads.get({ threadId: 'two' })
  await expect(page).toHaveURL(new RegExp(`peek=${uid}`))
  await page.reload()
  await expect(peek.getByRole('heading', { name: 'Thread two' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(peek).toHaveCount(0)
  await expect(page).not.toHaveURL(/peek=/)
})
