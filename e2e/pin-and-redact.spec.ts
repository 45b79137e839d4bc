import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, test } from './support/test'
import { toast } from './support/toast'

const article = (page: Page, seq: number) => page.getByRole('article', { name: new RegExp(`, message ${seq}$`) })

async function choose(page: Page, seq: number, name: RegExp): Promise<void> {
  await article(page, seq).hover()
  await article(page, seq)
    .getByRole('button', { name: new RegExp(`^Message ${seq}:`) })
    .click()
  await page.getByRole('menuitem', { name }).click()
}

test('W6: a pin keeps a message in the window, and Undo lets it go', async ({ page, agent, scope, call }) => {
  const agentName = `pins of ${scope.tenant}`
  await call('agents.setWindow', { agentName, window: { strategy: 'buffer', maxMessages: 4 } })
  await agent.memory.write({ sessionId: 'p', agentName, messages: turns(5) })
  const { uid } = await agent.threads.get({ threadId: 'p' })
  await page.goto(`/threads/${uid}`)
  const rail = (seq: number, name: string) => article(page, seq).getByRole('img', { name, exact: true })
  const pinned = page.getByRole('region', { name: 'What the agent sees' }).getByText('Pinned').locator('..')
  await expect(rail(1, 'Outside the agent’s window.')).toBeAttached()

  await choose(page, 1, /^Pin/)
  await expect(toast(page, 'Message 1 pinned')).toBeVisible()
  await expect(rail(1, 'Outside the agent’s window.')).toHaveCount(0)
  await expect(pinned).toContainText('1')
  expect((await agent.memory.read({ sessionId: 'p', agentName })).messages[0]?.content).toBe(turns(1)[0]?.content)
  // The toast goes by itself, so before anything that takes its time.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rail(1, 'Outside the agent’s window.')).toBeAttached()
  await expect(pinned).toContainText('0')
  await article(page, 3).focus()
  await page.keyboard.press('p')
  await expect(toast(page, 'Message 3 pinned')).toBeVisible()
  await expect(article(page, 3).getByText('pinned')).toBeVisible()
  await expectAccessible(page, 'conversation, a pin')
  await choose(page, 3, /^Unpin/)
  await expect(toast(page, 'Message 3 unpinned')).toBeVisible()
  await expect(rail(3, 'Outside the agent’s window.')).toBeAttached()
})

test('a redacted message loses its text here and in forks, with the results of its tools', async ({ page, agent }) => {
  const secret = 'the card number is 4111'
  await agent.memory.write({ sessionId: 'r', messages: [{ role: 'user', content: secret }, ...toolTurn.slice(1)] })
  await agent.threads.fork({ threadId: 'copy', fromThreadId: 'r' })
  const { uid } = await agent.threads.get({ threadId: 'r' })
  await page.goto(`/threads/${uid}`)
  await choose(page, 1, /^Redact/)
  const dialog = page.getByRole('alertdialog', { name: 'Redact message 1?' })
  await expect(dialog.getByText(/cannot be undone/)).toBeVisible()
  await expectAccessible(page, 'redact dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('a card number')
  await dialog.getByRole('button', { name: 'Redact' }).click()
  await expect(toast(page, '1 message redacted')).toBeVisible()
  await expect(article(page, 1).getByText('Redacted')).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)

  await choose(page, 2, /^Redact/)
  const second = page.getByRole('alertdialog', { name: 'Redact message 2?' })
  await expect(second.getByRole('checkbox', { name: 'Also 2 results of its tool calls' })).toBeChecked()
  await second.getByRole('button', { name: 'Redact' }).click()
  await expect(toast(page, '3 messages redacted')).toBeVisible()
  await expect(article(page, 2).getByRole('button', { name: /stock_find.*redacted/ })).toBeVisible()
  await expectAccessible(page, 'conversation, redacted')
  await article(page, 2)
    .getByRole('button', { name: /^Message 2:/ })
    .click()
  await expect(page.getByRole('menuitem', { name: /^Pin/ })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Redact/ })).toHaveCount(0)

  const copies = await agent.messages.list({ threadId: 'copy' })
  expect(copies.items.map(({ redactedAt }) => redactedAt !== undefined)).toEqual([true, true, true, true, false])
})
