import fc from 'fast-check'
import { problemsOf } from '../components/agents/window-value'
import { window } from '../test/support/window-arbitrary'
import { toolTurn, turns } from './support/conversations'
import { expect, test } from './support/test'

const CASES = 40

test('W5: the preview in the browser is what the server then reads, whatever the window', async ({
  page,
  agent,
  scope,
  model,
}) => {
  test.slow()
  // A summary that comes meanwhile would be in the read and not in the preview before it.
  model.behave({ kind: 'status', status: 503 })
  const agentName = `previewed by ${scope.tenant}`
  for (const messages of [turns(6), [...toolTurn], turns(4), [...toolTurn, ...turns(5)]]) {
    await agent.memory.write({ sessionId: 'one', agentName, mode: 'append', messages })
  }
  await agent.memory.read({ sessionId: 'one', agentName })
  await page.goto(`/agents/named?name=${encodeURIComponent(agentName)}&as=json`)
  await page.getByRole('switch', { name: 'A call may choose its own window' }).click()
  await page.getByRole('button', { name: 'Save for 1 thread' }).click()
  await expect(page.getByText('v1 by')).toBeVisible()
  await page.getByRole('radio', { name: 'Own window' }).click()
  const json = page.getByRole('textbox', { name: 'Window' })
  const draft = page
    .getByRole('region', { name: 'Preview' })
    .getByRole('term')
    .filter({ hasText: 'draft' })
    .locator('xpath=following-sibling::dd[2]')
  const tried = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      window.map((one) => JSON.parse(JSON.stringify(one))).filter((one) => problemsOf(one).size === 0),
      async (given) => {
        tried.add(given.strategy)
        const { window: read } = await agent.memory.read({ sessionId: 'one', agentName, window: given })
        expect(read?.source).toBe('call')
        await json.fill(JSON.stringify(given))
        const figures = { messages: read?.messages, tokens: read?.tokens, overBudget: read?.overBudget }
        await expect
          .poll(async () => figuresOf((await draft.textContent()) ?? ''), { message: JSON.stringify(given) })
          .toEqual(figures)
      },
    ),
    { numRuns: CASES, endOnFailure: true },
  )
  expect([...tried].sort()).toEqual(['buffer', 'composite', 'sliding-window', 'summarizing', 'vector'])
})

function figuresOf(text: string): { messages: number; tokens: number; overBudget: boolean } | null {
  const found = /^([\d,]+) messages?, ([\d,]+)(?: of [\d,]+)? tokens?(over budget)?$/.exec(text)
  if (!found) return null
  const [, messages = '', tokens = '', over] = found
  const numberOf = (digits: string) => Number(digits.replaceAll(',', ''))
  return { messages: numberOf(messages), tokens: numberOf(tokens), overBudget: over !== undefined }
}
