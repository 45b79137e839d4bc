import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, test } from './support/test'
import { toast } from './support/toast'

test('history that was stored twice is found, looked at beside its repair, repaired as a fork, and taken back', async ({
  page,
  agent,
  scope,
}) => {
  const history = [...turns(3), ...toolTurn]
  await agent.memory.write({ sessionId: 'doubled', mode: 'append', messages: history })
  await agent.memory.write({ sessionId: 'doubled', mode: 'append', messages: [...history, ...turns(1, 'end')] })
  await agent.memory.write({ sessionId: 'clean', messages: turns(3) })
  await agent.threads.update({ threadId: 'doubled', title: 'Stored twice' })
  const { uid } = await agent.threads.get({ threadId: 'doubled' })
  await page.goto('/duplicates')
  await expect(page.getByRole('heading', { name: 'Find history that was stored twice' })).toBeVisible()
  await expectAccessible(page, 'duplicates, nothing looked for')

  await page.goto(`/threads?tenant=${scope.tenant}`)
  await page.getByRole('button', { name: /^View:/ }).click()
  await page.getByRole('menuitem', { name: 'Find duplicates in these' }).click()
  await expect(page).toHaveURL(/duplicates\?job=/)
  await expect(page.getByText('1 thread of 2 threads')).toBeVisible()
  const list = page.getByRole('grid', { name: 'Duplicates' })
  await expect(list.getByRole('row', { name: /Stored twice.*sure.*11 of 24/ })).toBeVisible()
  await expectAccessible(page, 'duplicates')
  await list
    .getByRole('row', { name: /Stored twice.*sure/ })
    .getByRole('link', { name: 'Look' })
    .click()

  await expect(page.getByText('History was stored twice.')).toBeVisible()
  const side = page.getByRole('region', { name: 'Messages side by side' })
  await expect(side.getByRole('button', { name: '11 messages the same' })).toBeVisible()
  await expect(side.getByText('Dropped').first()).toBeVisible()
  await expectAccessible(page, 'a repair before it is made')
  await page.getByRole('button', { name: 'Repair as a fork' }).click()
  await page.getByRole('textbox', { name: /Id of the new thread/ }).fill('repaired')
  await page.getByRole('button', { name: 'Make the fork' }).click()
  await expect(toast(page, 'Repaired, as a fork')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Assistant, message 13' })).toBeVisible()
  expect((await agent.threads.get({ threadId: 'doubled' })).messageCount, 'the source stays').toBe(24)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(new RegExp(`/threads/${uid}$`))
  await expect(agent.threads.get({ threadId: 'repaired' })).rejects.toThrow()
})
