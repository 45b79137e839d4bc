import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'
import { toast } from './support/toast'

test('a queue is made, gone through by E, and holds what is reviewed up to a message', async ({
  page,
  agent,
  scope,
  admin,
}) => {
  for (const sessionId of ['first', 'second', 'third']) {
    await agent.memory.write({ sessionId, agentName: 'support', messages: turns(2, sessionId) })
  }
  await page.goto(`/review?new=true&tenant=${scope.tenant}`)
  const dialog = page.getByRole('dialog', { name: 'Make a queue' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Queue of ${scope.tenant}`)
  await expect(dialog.getByRole('combobox', { name: 'Threads' })).toHaveText(/The filters of the list/)
  await expectAccessible(page, 'queue dialog')
  await dialog.getByRole('button', { name: 'Make the queue' }).click()
  await expect(toast(page, 'Queue made')).toBeVisible()
  const queue = page.getByRole('listitem').filter({ hasText: `Queue of ${scope.tenant}` })
  await expect(queue).toContainText(/3\s*waiting/)
  await expectAccessible(page, 'review')

  await queue.getByRole('button', { name: /^Review next/ }).click()
  const bar = page.getByRole('region', { name: 'Review' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/first/)
  await expect(bar).toContainText('In review')
  await expect(page.getByRole('article').last()).toBeVisible()
  await expectAccessible(page, 'conversation under review')
  await page.keyboard.press('1')
  await expect(bar.getByRole('button', { name: /^Pass/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('e')

  await expect(heading).toHaveText(/second/)
  await bar.getByRole('button', { name: /^Fail/ }).click()
  await page.getByRole('checkbox', { name: 'Tone' }).check()
  await expectAccessible(page, 'reasons')
  await page.keyboard.press('Escape')
  await bar.getByRole('textbox', { name: 'Score, 0 to 100' }).fill('20')
  await bar.getByRole('button', { name: /^Reviewed, next/ }).click()

  await expect(heading).toHaveText(/third/)
  await page.keyboard.press('e')
  await expect(page.getByText(`Nothing is left in Queue of ${scope.tenant}.`)).toBeVisible()
  const failed = await agent.threads.list({ outcome: 'fail' })
  expect(failed.items).toMatchObject([{ threadId: 'second', review: { reasons: ['Tone'], score: 20 } }])

  // What comes later opens it again, is counted, and stands behind a line.
  await agent.memory.write({ sessionId: 'first', agentName: 'support', messages: turns(1, 'later'), mode: 'append' })
  await page.goto('/review')
  await expect(queue).toContainText(/1\s*waiting/)
  await expect(page.getByRole('button', { name: 'Review next', exact: true })).toBeEnabled()
  await page.keyboard.press('e')
  await expect(heading).toHaveText(/first/)
  const line = page.getByText(`Reviewed up to here by ${admin.email}, pass`)
  await bar.getByRole('button', { name: '2 messages new since the review' }).click()
  await expect(line).toBeInViewport()
  // Between the last message that was reviewed and the first that came since.
  const topOf = async (seq: number) =>
    (await page.getByRole('article', { name: new RegExp(`, message ${seq}$`) }).boundingBox())?.y ?? 0
  const { y = 0 } = (await line.boundingBox()) ?? {}
  expect(await topOf(4)).toBeLessThan(y)
  expect(await topOf(5)).toBeGreaterThan(y)
  await expectAccessible(page, 'conversation with the mark of a review')
})

test('the peek reviews by E and goes on in the list, which filters by what came of it', async ({
  page,
  agent,
  scope,
}) => {
  for (const sessionId of ['older', 'newer']) await agent.memory.write({ sessionId, messages: turns(1, sessionId) })
  const { uid } = await agent.threads.get({ threadId: 'newer' })
  await page.goto(`/threads?tenant=${scope.tenant}&cols=title,status,outcome,assignee,lastMessageAt&peek=${uid}`)
  const peek = page.getByRole('complementary', { name: 'The thread that is looked at' })
  await expect(peek.getByRole('button', { name: /^Reviewed, next/ })).toBeVisible()
  await expectAccessible(page, 'peek with a review')
  await page.keyboard.press('2')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(peek.getByRole('heading', { level: 2 })).toHaveText(/older/)
  const grid = page.getByRole('grid', { name: 'Threads' })
  await expect(grid.getByRole('row').filter({ hasText: 'newer' })).toContainText('Reviewed')
  await page.goto(`/threads?tenant=${scope.tenant}&outcome=fail`)
  await expect(grid.getByRole('row').filter({ hasText: 'newer' })).toBeVisible()
  await expect(grid.getByRole('row').filter({ hasText: 'older' })).toHaveCount(0)
})
