import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'

const window = { strategy: 'summarizing', recentMessages: 4, summarizeEvery: 4, maxSummaryTokens: 200 }

test('a summary is made by itself, shown with what it covers, and says why there is no newer one', async ({
  page,
  agent,
  scope,
  call,
  model,
}) => {
  const text = 'The customer asked about five parcels. All of them are on their way.'
  model.behave({ kind: 'answer', text })
  const agentName = `summaries of ${scope.tenant}`
  await call('agents.setWindow', { agentName, window })
  await agent.memory.write({ sessionId: 's', agentName, messages: turns(6) })
  const { uid } = await agent.threads.get({ threadId: 's' })
  const panel = page.getByRole('heading', { name: 'Summaries' }).locator('..')
  await page.goto(`/threads/${uid}`)

  const first = panel.getByRole('button', { name: /^v1, messages 1 to 8/ })
  await expect(first).toBeVisible()
  await first.click()
  await expect(panel.getByText(text)).toBeVisible()
  await expect(panel.getByText('a-writer')).toBeVisible()
  await panel.getByText('What the model was told').click()
  await expect(page.getByRole('article', { name: /, message 2$/ }).getByText('in the summary')).toBeVisible()
  await expectAccessible(page, 'conversation, a summary')
  const { messages } = await agent.memory.read({ sessionId: 's', agentName })
  expect(messages[0]?.content).toContain(text)

  model.behave({ kind: 'status', status: 401 })
  await agent.memory.write({ sessionId: 's', agentName, messages: turns(3), mode: 'append' })
  await page.reload()
  await expect(panel.getByText(/The model’s endpoint refused/)).toBeVisible()
  model.behave({ kind: 'answer', text: 'Eight parcels now.' })
  await panel.getByRole('button', { name: 'Summarise now' }).click()
  await expect(panel.getByRole('button', { name: /^v2, messages 1 to 14/ })).toBeVisible()
  await expect(panel.getByText(/refused/)).toHaveCount(0)
  await expectAccessible(page, 'conversation, two summaries')
})
