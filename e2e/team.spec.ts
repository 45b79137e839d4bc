import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'

async function reviewed(page: Page, uid: string, outcome: '1' | '2'): Promise<void> {
  await page.goto(`/threads/${uid}`)
  const bar = page.getByRole('region', { name: 'Review' })
  await expect(bar.getByRole('button', { name: /^Reviewed/ })).toBeVisible()
  await page.keyboard.press(outcome)
  if (outcome === '2') await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(bar).toContainText(outcome === '1' ? 'Pass' : 'Fail')
}

test('the lead sees who reviewed how much, and how it went by agent, each leading to its threads', async ({
  page,
  agent,
  scope,
  admin,
}) => {
  const agentName = `agent of ${scope.tenant}`
  for (const sessionId of ['good', 'bad']) {
    await agent.memory.write({ sessionId, agentName, messages: turns(1, sessionId) })
  }
  const uidOf = async (threadId: string) => (await agent.threads.get({ threadId })).uid
  await reviewed(page, await uidOf('good'), '1')
  await reviewed(page, await uidOf('bad'), '2')

  await page.goto('/team')
  const agents = page.getByRole('region', { name: 'Agents' })
  const row = agents.getByRole('row').filter({ hasText: agentName })
  await expect(row).toContainText('50 %')
  await expect(page.getByRole('region', { name: 'People' })).toContainText(admin.email)
  await expectAccessible(page, 'team')
  await row.getByRole('link', { name: /failed/ }).click()
  const grid = page.getByRole('grid', { name: 'Threads' })
  await expect(grid.getByRole('row').filter({ hasText: 'bad' })).toBeVisible()
  await expect(grid.getByRole('row').filter({ hasText: 'good' })).toHaveCount(0)

  await page.goto('/team')
  await page.getByRole('region', { name: 'People' }).getByRole('link', { name: admin.email, exact: true }).click()
  await expect(page).toHaveURL(`/threads?reviewer=${admin.email}`)
})

test('threads by who reviewed them last: from the team, kept by a reload, taken away and chosen again', async ({
  page,
  agent,
  scope,
  admin,
}) => {
  for (const sessionId of ['seen', 'unseen']) await agent.memory.write({ sessionId, messages: turns(1, sessionId) })
  await reviewed(page, (await agent.threads.get({ threadId: 'seen' })).uid, '1')

  await page.goto('/team')
  const filtered = `/threads?reviewer=${admin.email}`
  await page.getByRole('region', { name: 'People' }).getByRole('link', { name: admin.email, exact: true }).click()
  await expect(page).toHaveURL(filtered)
  const grid = page.getByRole('grid', { name: 'Threads' })
  const row = (name: string) => grid.getByRole('row').filter({ hasText: name })
  // Other journeys share the product: the scope leaves what this one wrote.
  await page.goto(`${filtered}&tenant=${scope.tenant}`)
  const chip = page.getByRole('button', { name: /^reviewed by/ })
  // The person's name, not the e-mail of the address.
  const name = 'ada'
  for (const round of ['at first', 'after a reload']) {
    await expect(chip, round).toHaveText(`reviewed by${name}`)
    await expect(row('seen').first(), round).toBeVisible()
    await expect(grid.getByRole('row'), round).toHaveCount(2)
    await page.reload()
  }
  await expectAccessible(page, 'threads by reviewer')

  await page.getByRole('button', { name: 'Clear filter reviewed by' }).click()
  await expect(page).toHaveURL(`/threads?tenant=${scope.tenant}`)
  await expect(grid.getByRole('row')).toHaveCount(3)
  await expect(chip).toHaveText('reviewed by')

  await chip.click()
  const choices = page.getByRole('dialog', { name: 'Reviewed by' })
  await expectAccessible(page, 'choosing a reviewer')
  await choices.getByRole('button', { name: new RegExp(`^${name} `) }).click()
  await expect(page).toHaveURL(new RegExp(`reviewer=${admin.email}`))
  await expect(grid.getByRole('row')).toHaveCount(2)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'threads by reviewer at 390')
})

test('the oldest unreviewed thread is a step away from team and overview', async ({ page, agent }) => {
  await agent.memory.write({ sessionId: 'waiting', messages: turns(1, 'waiting') })
  for (const path of ['/team', '/overview']) {
    await page.goto(path)
    const line = page
      .getByRole('main')
      .locator('div, li')
      .filter({ hasText: /^Oldest unreviewed/ })
    await expect(line.first()).toBeVisible()
    await expectAccessible(page, `oldest unreviewed on ${path}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await line.first().scrollIntoViewIfNeeded()
    await expectAccessible(page, `oldest unreviewed on ${path} at 390`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await line.getByRole('link').first().click()
    const bar = page.getByRole('region', { name: 'Review' })
    await expect(bar.getByRole('button', { name: /^Reviewed/ })).toBeVisible()
  }
})
