import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'
import { toast } from './support/toast'

test('a window changed by the form holds for the next read', async ({ page, agent, scope }) => {
  const agentName = `agent of ${scope.tenant}`
  await agent.memory.write({ sessionId: 's', agentName, messages: turns(20) })
  expect((await agent.memory.read({ sessionId: 's', agentName })).messages).toHaveLength(40)

  await page.goto('/agents')
  await expectAccessible(page, 'agents')
  await page.getByRole('searchbox', { name: 'Find an agent' }).fill(agentName)
  await page.getByRole('link', { name: agentName }).click()
  await expect(page.getByRole('heading', { level: 1, name: agentName })).toBeVisible()
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('radio', { name: /Last messages/ }).click()
  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('6')
  await page.getByRole('textbox', { name: /Note/ }).fill('Six are enough')
  await expect(page.getByText(/Not saved\. You are looking at a draft/)).toBeVisible()
  await expectAccessible(page, 'agent, draft')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved as v1')).toBeVisible()
  await expect(page.getByText('Six are enough')).toBeVisible()

  const { messages, window } = await agent.memory.read({ sessionId: 's', agentName })
  expect(messages.map((message) => message.content)).toEqual(
    turns(20)
      .slice(-6)
      .map((message) => message.content),
  )
  expect(window).toMatchObject({ strategy: 'buffer', source: 'agent', configVersion: 1 })

  await page.getByRole('radio', { name: 'Off' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved as v2')).toBeVisible()
  expect((await agent.memory.read({ sessionId: 's', agentName })).messages).toEqual([])
})

test('two editors of one window: the second sees what the first saved, and loses nothing', async ({
  page,
  context,
  scope,
  call,
}) => {
  const agentName = `shared ${scope.tenant}`
  await call('agents.setWindow', { agentName, window: { strategy: 'buffer', maxMessages: 10 } })
  const address = `/agents/named?name=${encodeURIComponent(agentName)}`
  const other = await context.newPage()
  await page.goto(address)
  await other.goto(address)
  const limit = /Messages at most/
  await page.getByRole('spinbutton', { name: limit }).fill('11')
  await other.getByRole('spinbutton', { name: limit }).fill('12')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved as v2')).toBeVisible()
  await other.getByRole('button', { name: 'Save' }).click()
  const conflict = other.getByRole('alert').filter({ hasText: 'saved v2 meanwhile' })
  await expect(conflict).toBeVisible()
  await expectAccessible(other, 'agent, conflict')
  await expect(other.getByRole('spinbutton', { name: limit })).toHaveValue('12')
  await conflict.getByRole('button', { name: 'Keep mine, to save over v2' }).click()
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(toast(other, 'Saved as v3')).toBeVisible()
})

test('a limit that makes no sense is said at its field and nothing is saved', async ({ page, scope }) => {
  await page.goto(`/agents/named?name=${encodeURIComponent(`new ${scope.tenant}`)}`)
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('spinbutton', { name: /Token budget/ }).fill('-5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A whole number from 0, or empty for no limit.')).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: /Token budget/ })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Nothing was saved yet.')).toBeVisible()
})

test('a window of any strategy is written as JSON; what is none is said at the field', async ({
  page,
  agent,
  scope,
}) => {
  const agentName = `composer of ${scope.tenant}`
  await agent.memory.write({ sessionId: 's', agentName, messages: turns(4) })
  await page.goto(`/agents/named?name=${encodeURIComponent(agentName)}`)
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('radio', { name: /As JSON/ }).click()
  const json = page.getByRole('textbox', { name: /^Window/ })
  await json.fill('{ "strategy": ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No JSON of a window.')).toBeVisible()
  await expectAccessible(page, 'agent, as JSON')
  await json.fill('{ "strategy": "composite", "providers": [{ "strategy": "buffer", "maxMessages": 2 }] }')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved as v1')).toBeVisible()
  const { messages, window } = await agent.memory.read({ sessionId: 's', agentName })
  expect(window).toMatchObject({ strategy: 'composite', source: 'agent' })
  expect(messages).toHaveLength(2)
})
