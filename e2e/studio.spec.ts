import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, test } from './support/test'
import { toast } from './support/toast'

test('a lowered budget is seen on a real thread and on all of them, saved, and taken back', async ({
  page,
  agent,
  scope,
}) => {
  const agentName = `studio of ${scope.tenant}`
  await agent.memory.write({ sessionId: 'short', agentName, messages: turns(2) })
  await agent.memory.write({ sessionId: 'long', agentName, messages: [...turns(30), ...toolTurn] })
  await page.goto(`/agents/named?name=${encodeURIComponent(agentName)}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Change something on the left')).toBeVisible()
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('radio', { name: /Last messages/ }).click()
  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('10')
  await expect(preview.getByText(/The agent would lose \d+ messages of this thread/)).toBeVisible()
  await expect(preview.getByText('the draft begins here')).toBeVisible()
  await preview.getByRole('button', { name: 'Next message that is lost' }).click()
  await expect(preview.getByText(/^lost: over 10 messages/).first()).toBeVisible()
  await expectAccessible(page, 'studio, draft')

  await page.getByRole('button', { name: 'Look at 2 threads' }).click()
  await expect(page.getByText('Impact on all 2 threads')).toBeVisible()
  await expect(page.getByText(/^1 loses messages/)).toBeVisible()
  await page
    .getByRole('list')
    .getByRole('button', { name: /^short|^long/ })
    .first()
    .click()
  await expect(page).toHaveURL(/[?&]on=/)
  await expectAccessible(page, 'studio, impact')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'studio, impact at 390')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('12')
  await expect(page.getByText('These figures are of an earlier draft.')).toBeVisible()
  await page.getByRole('button', { name: 'Save for 2 threads' }).click()
  await expect(toast(page, 'Saved as v1')).toBeVisible()
  expect((await agent.memory.read({ sessionId: 'long', agentName })).messages).toHaveLength(12)

  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('4')
  await page.getByRole('button', { name: 'Save for 2 threads' }).click()
  await expect(toast(page, 'Saved as v2')).toBeVisible()
  await page.getByRole('tab', { name: /History/ }).click()
  await page.getByRole('button', { name: 'Restore v1' }).click()
  await expect(toast(page, 'Saved as v3, as in v1')).toBeVisible()
  expect((await agent.memory.read({ sessionId: 'long', agentName })).messages).toHaveLength(12)

  await page.getByRole('button', { name: 'Compare v2 with now' }).click()
  const compared = page.getByRole('region', { name: 'Versions compared' })
  await expect(compared.getByRole('row', { name: /Messages at most/ }).getByRole('cell')).toHaveText(['4', '12'])
  await expect(page).toHaveURL(/compare=2-3/)
  await expectAccessible(page, 'studio, versions compared')

  const { readId } = await agent.memory.read({ sessionId: 'long', agentName })
  await agent.memory.write({ sessionId: 'long', agentName, readId, mode: 'append', messages: turns(1) })
  const { uid } = await agent.threads.get({ threadId: 'long' })
  await page.goto(`/threads/${uid}`)
  await page.getByRole('button', { name: /given 12 msgs, v3/ }).click()
  await page.getByRole('link', { name: `v3 of ${agentName}` }).click()
  await expect(compared.getByText('Nothing differs between them.')).toBeVisible()
})

test('recall is asked a question, a summary is tried, and so is a pasted conversation', async ({
  page,
  agent,
  scope,
}) => {
  const agentName = `tries of ${scope.tenant}`
  const first = [
    { role: 'user' as const, content: 'My cat is called Mitzi.' },
    { role: 'assistant' as const, content: 'A fine name.' },
  ]
  await agent.memory.write({ sessionId: 's', agentName, messages: [...first, ...turns(20)] })
  await page.goto(`/agents/named?name=${encodeURIComponent(agentName)}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('radio', { name: /^Recall/ }).click()
  await page.getByRole('spinbutton', { name: /Least likeness/ }).fill('0.5')
  await preview.getByRole('searchbox', { name: /A question to recall by/ }).fill('Mitzi')
  await expect(preview.getByText('1 message recalled in this thread.')).toBeVisible()
  await expect(page).toHaveURL(/[?&]ask=Mitzi/)
  await expectAccessible(page, 'studio, recall')

  await page.getByRole('radio', { name: /Summary and recent/ }).click()
  await preview.getByRole('button', { name: 'Try the summary' }).click()
  await expect(preview.getByText('A summary.')).toBeVisible()
  await expect(preview.getByText(/tokens for the first \d+ messages/)).toBeVisible()

  await preview.getByRole('button', { name: 'pasted' }).click()
  await page.getByRole('textbox', { name: /Messages as JSON/ }).fill('no JSON')
  await page.getByRole('button', { name: 'Try it on this' }).click()
  await expect(page.getByText(/no JSON list of messages/)).toBeVisible()
  const pasted = [...Array(30)].map((_, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: `word ${index}`,
  }))
  await page.getByRole('textbox', { name: /Messages as JSON/ }).fill(JSON.stringify(pasted))
  await page.getByRole('button', { name: 'Try it on this' }).click()
  await page.getByRole('radio', { name: /Last messages/ }).click()
  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('4')
  await expect(preview.getByText('word 29')).toBeVisible()
  await expect(preview.getByText(/4 messages/).first()).toBeVisible()
  await expectAccessible(page, 'studio, pasted')
})

test('past reads are gone through under the draft: which would have been given something else', async ({
  page,
  agent,
  scope,
}) => {
  const agentName = `replay of ${scope.tenant}`
  const turn = (sessionId: string, messages: ReturnType<typeof turns>) =>
    agent.memory
      .read({ sessionId, agentName })
      .then(({ readId }) => agent.memory.write({ sessionId, agentName, readId, mode: 'append', messages }))
  await agent.memory.write({ sessionId: 'long', agentName, messages: turns(8) })
  await turn('long', turns(1))
  await turn('long', turns(1))
  await page.goto(`/agents/named?name=${encodeURIComponent(agentName)}`)
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('radio', { name: /Last messages/ }).click()
  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('4')
  await page.getByRole('tab', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Replay past reads' }).click()
  const past = page.getByRole('region', { name: 'Past reads' })
  await expect(past.getByText('2 of 3 reads in 1 thread would differ')).toBeVisible()
  await expect(past.getByText('12 lost')).toBeVisible()
  await expectAccessible(page, 'studio, replay')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'studio, replay at 390')
  await page.setViewportSize({ width: 1440, height: 900 })
  await past.getByRole('switch', { name: 'Only reads that differ' }).click()
  await expect(past.getByText('the same')).toBeHidden()
  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('6')
  await expect(page.getByText('These reads went through an earlier draft.')).toBeVisible()
  const readsOfThread = past.getByRole('region', { name: 'long' }).getByRole('list')
  await expect(readsOfThread.getByRole('link').first()).toHaveAttribute('href', /given=/)
})
