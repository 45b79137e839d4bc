import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, test } from './support/test'

test('the overview says what happens and leads to the threads behind each figure', async ({
  page,
  agent,
  scope,
  call,
}) => {
  const agentName = `agent of ${scope.tenant}`
  await agent.memory.write({ sessionId: 'one', agentName, messages: [...turns(2), ...toolTurn] })
  await call('memory.write', { sessionId: 'two', scope: { ...scope, subject: 'user-2' }, messages: turns(1) })
  await agent.memory.read({ sessionId: 'one', agentName })

  // Figures are made in the background.
  await expect(async () => {
    await page.goto(`/overview?tenant=${scope.tenant}&range=24h`)
    await expect(page.getByRole('link', { name: `${agentName} 9` })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures.getByText('New threads')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Messages by subject' }).getByRole('link', { name: 'user-2' }),
  ).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'Tool failed' }),
  ).toBeVisible()
  await expect(page.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  await expectAccessible(page, 'overview')

  // A bar leads to its agent's threads of that day; Back returns.
  await page.locator('.recharts-bar-rectangle path').first().click()
  await expect(page).toHaveURL(/\/threads\?.*active=/)
  await expect(page).toHaveURL(new RegExp(`agent=agent\\+of\\+${scope.tenant}`))
  await expect(page.getByRole('grid', { name: 'Threads' }).getByText('tool failed')).toBeVisible()
  await page.goBack()

  // The same figures without a picture, by keys.
  await page.getByRole('radio', { name: 'Table' }).click()
  const table = page.getByRole('region', { name: 'Messages by hour and agent, as a table' })
  await expect(table.getByRole('columnheader', { name: agentName })).toBeVisible()
  await expectAccessible(page, 'overview, as a table')
  await page.getByRole('radio', { name: 'New threads' }).click()
  await expect(page).toHaveURL(/metric=threads.*show=table|show=table.*metric=threads/)
  await page
    .getByRole('region', { name: 'New threads by hour and agent, as a table' })
    .getByRole('link', { name: '2' })
    .press('Enter')
  await expect(page).toHaveURL(/\/threads\?.*created=/)
  await expect(page.getByRole('grid', { name: 'Threads' }).getByRole('row')).toHaveCount(3)
})

test('signals narrow the list of threads', async ({ page, agent, scope }) => {
  await agent.memory.write({ sessionId: 'failed', messages: [...toolTurn] })
  await agent.memory.write({ sessionId: 'fine', messages: turns(1) })
  await agent.threads.update({ threadId: 'failed', title: 'Where a tool failed' })
  await expect(async () => {
    await page.goto(`/threads?tenant=${scope.tenant}`)
    await expect(page.getByRole('grid', { name: 'Threads' }).getByText('tool failed', { exact: true })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  await page.getByRole('button', { name: 'signals', exact: true }).click()
  await page.getByRole('button', { name: 'tool failed' }).click()
  await expect(page).toHaveURL(/signal=tool-failed/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Threads' }).getByRole('row')).toHaveCount(2)
  await expectAccessible(page, 'threads by signal')
})
