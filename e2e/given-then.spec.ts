import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'

const article = (page: Page, seq: number) => page.getByRole('article', { name: new RegExp(`, message ${seq}$`) })
const railOf = (page: Page, seq: number) => article(page, seq).getByRole('img')
const sees = 'The agent sees this message.'
const outside = 'Outside the agent’s window.'

test('what a run was given then, how now differs, its facts, and the way back', async ({
  page,
  agent,
  scope,
  call,
}) => {
  const agentName = `then of ${scope.tenant}`
  await call('agents.setWindow', { agentName, window: { strategy: 'buffer', maxMessages: 4 } })
  await agent.memory.write({ sessionId: 'then', agentName, mode: 'append', messages: turns(5) })
  const { readId } = await agent.memory.read({ sessionId: 'then', agentName })
  await agent.memory.write({
    sessionId: 'then',
    agentName,
    readId,
    runId: 'run-of-then',
    run: {
      model: 'a-model',
      usage: { inputTokens: 1234 },
      latencyMs: 2300,
      error: 'the tool timed out',
      traceUrl: 'https://trace.test/1',
      instructionsVersion: 'v12',
    },
    messages: turns(1, 'letter'),
  })
  const { uid } = await agent.threads.get({ threadId: 'then' })
  await page.goto(`/threads/${uid}`)
  await expect(railOf(page, 8)).toHaveAccessibleName(outside)
  const about = page.getByRole('complementary', { name: 'About this thread' })
  await about.getByRole('button', { name: /run-of-then.*failed/ }).click()
  await expect(about.getByText('the tool timed out')).toBeVisible()
  await expect(about.getByText('1,234')).toBeVisible()
  await expect(about.getByText('2.3 s')).toBeVisible()
  const trace = about.getByRole('link', { name: 'https://trace.test/1' })
  await expect(trace).toHaveAttribute('rel', 'noopener noreferrer nofollow')

  await about.getByRole('button', { name: 'Show what it was given then' }).click()
  await expect(page.getByText(/was given before it wrote on .*: 4 of 10 messages, 40 tokens, v1\./)).toBeVisible()
  await expect(page.getByText('Since then 2 came in and 2 went out.')).toBeVisible()
  await expect(page.getByText('the window began here')).toBeVisible()
  await expect(railOf(page, 6)).toHaveAccessibleName(outside)
  await expect(railOf(page, 7)).toHaveAccessibleName(sees)
  await expect(article(page, 7).getByText('given then, not seen now')).toBeVisible()
  await expect(railOf(page, 11)).toHaveAccessibleName(outside)
  await expect(article(page, 11).getByText('written later')).toBeVisible()
  await expectAccessible(page, 'conversation, what was given then')
  await page.setViewportSize({ width: 390, height: 844 })
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(width).toBeLessThanOrEqual(room)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.reload()
  await expect(page.getByText('Since then 2 came in and 2 went out.')).toBeVisible()
  await page.keyboard.press('b')
  await expect(page.getByText('Since then')).toBeHidden()
  await expect(railOf(page, 11)).toHaveAccessibleName(sees)
})
