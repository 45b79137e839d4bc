import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, test } from './support/test'

const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

test('a file is recognised, tried out, imported once, and what is refused is said by its line', async ({
  page,
  scope,
}) => {
  const lines = ['a', 'b'].map((id) => JSON.stringify({ id, messages: turns(2) }))
  await page.goto(`/import?tenant=${scope.tenant}&subject=user-1`)
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()
  await expectAccessible(page, 'import')
  await page.getByLabel('File to import').setInputFiles(file('chats.jsonl', [...lines, '{"messages":1}'].join('\n')))
  await expect(page.getByText('Chat messages, as OpenAI has them.')).toBeVisible()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Nothing is stored yet' })).toBeVisible()
  await expect(page.getByText('Line 3')).toBeVisible()
  await expect(page.getByRole('list', { name: 'The first threads' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'import, tried out')
  await page.getByRole('button', { name: 'Import 2 threads' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Imported' })).toBeVisible()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await expect(page.getByText('4 messages, there already')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
})

test('records of another system are mapped field by field', async ({ page, scope, call }) => {
  const rows = [
    { session: 's-1', who: 'human', body: 'Where is it?', plan: 'gold' },
    { session: 's-1', who: 'bot', body: 'On its way.', plan: 'gold' },
  ]
  await page.goto(`/import?tenant=${scope.tenant}`)
  await page.getByLabel('File to import').setInputFiles(file('rows.json', JSON.stringify(rows)))
  await page.getByRole('button', { name: 'Try it out' }).click()
  await expect(page.getByText('Say which fields are')).toBeVisible()
  await page.getByRole('combobox', { name: 'Who speaks' }).click()
  await page.getByRole('option', { name: 'who', exact: true }).click()
  await page.getByRole('checkbox', { name: 'plan' }).click()
  await expectAccessible(page, 'import, fields')
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Import 1 thread' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Imported' })).toBeVisible()
  const thread = await call('threads.get', { threadId: 's-1', scope: { tenant: scope.tenant } })
  expect(thread).toMatchObject({ messageCount: 2, tags: { plan: 'gold' } })
})

test('one thread is downloaded as JSON, Markdown and OpenAI messages', async ({ page, agent }) => {
  await agent.memory.write({ sessionId: 'one', messages: [...toolTurn] })
  const { uid } = await agent.threads.update({ threadId: 'one', title: 'Lamp and order' })
  await page.goto(`/threads/${uid}`)
  const fetched = async (label: string) => {
    await page.getByRole('button', { name: 'More about this thread' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: label }).click(),
    ])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const json = await fetched('As JSON')
  expect([json.name, JSON.parse(json.text).threadId]).toEqual(['lamp-and-order.json', 'one'])
  const markdown = await fetched('As Markdown')
  expect([markdown.name, markdown.text.startsWith('# Lamp and order\n')]).toEqual(['lamp-and-order.md', true])
  const openai = await fetched('As OpenAI JSONL')
  expect(JSON.parse(openai.text).messages[1].tool_calls).toHaveLength(2)
})
