import type { Page } from '@playwright/test'
import type { ModelMessage } from '../memory/message'
import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, test } from './support/test'

const article = (page: Page, seq: number) => page.getByRole('article', { name: new RegExp(`, message ${seq}$`) })

test('tool calls unfold with their results, reasoning and raw JSON on demand', async ({ page, agent }) => {
  await agent.memory.write({ sessionId: 'tools', agentName: 'support', messages: [...toolTurn] })
  const { uid } = await agent.threads.get({ threadId: 'tools' })
  await page.goto(`/threads/${uid}`)
  const caller = article(page, 2)
  const list = caller.getByRole('list', { name: '2 tool calls' })
  const stock = list.getByRole('button', { name: /stock_find/ })
  await expect(stock).toHaveAttribute('aria-expanded', 'false')
  await stock.click()
  await expect(list.getByText('Result, message 3')).toBeVisible()
  await expect(list.getByText('14', { exact: true })).toBeVisible()
  // What failed is never hidden.
  await expect(list.getByRole('button', { name: /order_get/ })).toHaveAttribute('aria-expanded', 'true')
  await expect(list.getByText('the order service is restarting').first()).toBeVisible()
  await expect(page.getByRole('article'), 'results stand under their calls').toHaveCount(3)

  await expect(caller.getByText('neither needs the other')).toBeHidden()
  await caller.getByRole('button', { name: /^Reasoning/ }).click()
  await expect(caller.getByText('neither needs the other')).toBeVisible()
  await expect(article(page, 5).getByRole('listitem').filter({ hasText: 'depot 3' })).toBeVisible()

  await article(page, 1).focus()
  await page.keyboard.press('x')
  await expect(article(page, 1).getByText('Message as stored')).toBeVisible()
  await page.keyboard.press('x')
  await expect(article(page, 1).getByText('Message as stored')).toBeHidden()
  await page.getByRole('button', { name: 'Show raw JSON' }).click()
  await expect(page.getByRole('button', { name: 'Hide raw JSON' })).toBeVisible()
  await expectAccessible(page, 'conversation, raw')
})

test('the window is shown where it begins, message by message', async ({ page, agent, scope, call }) => {
  const agentName = `five of ${scope.tenant}`
  await call('agents.setWindow', { agentName, window: { strategy: 'buffer', maxMessages: 4 } })
  await agent.memory.write({ sessionId: 'w', agentName, messages: turns(5) })
  const { uid } = await agent.threads.get({ threadId: 'w' })
  await page.goto(`/threads/${uid}`)
  const feed = page.getByRole('feed')
  await expect(feed.getByText('4 of 10 messages')).toBeVisible()
  await expect(feed.getByRole('img', { name: 'The agent sees this message.' })).toHaveCount(4)
  await expect(feed.getByRole('img', { name: 'Outside the agent’s window.' })).toHaveCount(6)
  const read = await agent.memory.read({ sessionId: 'w', agentName })
  expect(read.messages.map((message) => message.content)).toEqual(
    turns(5)
      .slice(6)
      .map((message) => message.content),
  )
})

test('a link to a message opens at it, by number and by id; a wrong one says so', async ({ page, agent }) => {
  const messages = turns(150).map((message, place): ModelMessage => ({ ...message, id: `m-${place + 1}` }))
  await agent.memory.write({ sessionId: 'linked', messages })
  const { uid } = await agent.threads.get({ threadId: 'linked' })
  await page.goto(`/threads/${uid}?message=41`)
  await expect(article(page, 41)).toBeInViewport()
  await expect(article(page, 300)).toHaveCount(0)
  await page.goto(`/threads/${uid}?message=m-77`)
  await expect(article(page, 77)).toBeInViewport()
  await page.goto(`/threads/${uid}?message=no-such-id`)
  await expect(page.getByText('No message of this thread has the id or number in the link: no-such-id')).toBeVisible()
  await page.getByRole('button', { name: 'Show the newest' }).click()
  await expect(article(page, 300)).toBeInViewport()
})

test('a deleted thread says so and comes back; an unknown one leads on', async ({ page, agent }) => {
  await agent.memory.write({ sessionId: 'gone', messages: turns(1) })
  const { uid } = await agent.threads.get({ threadId: 'gone' })
  await agent.threads.delete({ threadId: 'gone' })
  await page.goto(`/threads/${uid}`)
  await expect(page.getByRole('heading', { name: 'This thread is deleted' })).toBeVisible()
  await expectAccessible(page, 'conversation, deleted')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(article(page, 2)).toBeVisible()
  await page.goto('/threads/00000000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'There is no such thread' })).toBeVisible()
})
