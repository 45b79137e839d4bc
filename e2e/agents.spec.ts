import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'
import { toast } from './support/toast'

test('a window changed by the form holds for the next read', async ({ page, agent, scope }) => {
  const agentName = `agent of ${scope.tenant}`
  await agent.memory.write({ sessionId: 's', agentName, messages: turns(20) })
  expect((await agent.memory.read({ sessionId: 's', agentName })).messages).toHaveLength(40)

  await page.goto('/agents')
  await expect(page.getByRole('link', { name: 'All agents' })).toBeVisible()
  await expectAccessible(page, 'agents')
  await page.getByRole('searchbox', { name: 'Find an agent' }).fill(agentName)
  await page.getByRole('link', { name: agentName, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: agentName })).toBeVisible()
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('radio', { name: /Last messages/ }).click()
  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('6')
  await page.getByRole('textbox', { name: /Note/ }).fill('Six are enough')
  await expect(page.getByText(/Not saved\. You are looking at a draft/)).toBeVisible()
  await expectAccessible(page, 'agent, draft')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Saved as v1')).toBeVisible()
  await page.getByRole('tab', { name: /History/ }).click()
  await expect(page.getByText('Six are enough')).toBeVisible()

  const { messages, window } = await agent.memory.read({ sessionId: 's', agentName })
  expect(messages.map((message) => message.content)).toEqual(
    turns(20)
      .slice(-6)
      .map((message) => message.content),
  )
  expect(window).toMatchObject({ strategy: 'buffer', source: 'agent', configVersion: 1 })

  await page.getByRole('radio', { name: 'Off' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
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
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Saved as v2')).toBeVisible()
  await other.getByRole('button', { name: /^Save/ }).click()
  const conflict = other.getByRole('alert').filter({ hasText: 'saved v2 meanwhile' })
  await expect(conflict).toBeVisible()
  await expectAccessible(other, 'agent, conflict')
  await expect(other.getByRole('spinbutton', { name: limit })).toHaveValue('12')
  await conflict.getByRole('button', { name: 'Keep mine, to save over v2' }).click()
  await other.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(other, 'Saved as v3')).toBeVisible()
})

test('a limit that makes no sense is said at its field and nothing is saved', async ({ page, scope }) => {
  await page.goto(`/agents/named?name=${encodeURIComponent(`new ${scope.tenant}`)}`)
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('spinbutton', { name: /Token budget/ }).fill('-5')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('A whole number from 0 to 10,000,000, or empty for none.')).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: /Token budget/ })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('tab', { name: /History/ }).click()
  await expect(page.getByText('Nothing was saved yet.')).toBeVisible()
})

test('a composite window by its fields and as JSON, two views of one value; what is none is said at the field', async ({
  page,
  agent,
  scope,
}) => {
  const agentName = `composer of ${scope.tenant}`
  await agent.memory.write({ sessionId: 's', agentName, messages: turns(4) })
  await page.goto(`/agents/named?name=${encodeURIComponent(agentName)}`)
  await page.getByRole('radio', { name: 'Own window' }).click()
  await page.getByRole('radio', { name: /Several in one/ }).click()
  await page.getByRole('spinbutton', { name: /Messages at most/ }).fill('2')
  await page.getByRole('button', { name: 'Move part 1 down' }).press('Enter')
  await page.getByRole('button', { name: 'Remove part 1' }).click()
  await page.getByRole('spinbutton', { name: /The model’s context/ }).fill('8000')
  await page.getByRole('button', { name: 'Budget 60 %: 4,800' }).click()
  await expect(page.getByText(/Within the advised 50–70 %/)).toBeVisible()
  await expectAccessible(page, 'agent, composite')
  await page.getByRole('tab', { name: 'JSON' }).click()
  const json = page.getByRole('textbox', { name: /^Window/ })
  const window = {
    strategy: 'composite',
    providers: [{ strategy: 'buffer', maxMessages: 2 }],
    mergeStrategy: 'concat',
    maxTokens: 4_800,
  }
  expect(JSON.parse(await json.inputValue())).toEqual(window)
  await json.fill('{ "strategy": ')
  await expect(page.getByText('No JSON of a window.')).toBeVisible()
  await expectAccessible(page, 'agent, as JSON')
  await json.fill(JSON.stringify({ ...window, colour: 'red' }))
  await page.getByRole('tab', { name: 'Fields' }).click()
  await page.getByRole('alert').filter({ hasText: 'colour' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Saved as v1')).toBeVisible()
  const read = await agent.memory.read({ sessionId: 's', agentName })
  expect(read.window).toMatchObject({ strategy: 'composite', source: 'agent' })
  expect(read.messages).toHaveLength(2)
})

test('settings go out as a file, and are compared and previewed before they come in', async ({
  page,
  call,
  agent,
  scope,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [kept, changed] = [`kept of ${scope.tenant}`, `changed of ${scope.tenant}`]
  const window = { strategy: 'buffer', maxMessages: 12 }
  for (const agentName of [kept, changed]) await call('agents.setWindow', { agentName, window })
  await agent.memory.write({ sessionId: 's', agentName: changed, messages: turns(12) })
  const file = (maxMessages: number) => ({
    name: 'settings.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        loci: 'agent-settings',
        version: 1,
        agents: [
          { name: kept, window },
          { name: changed, window: { strategy: 'buffer', maxMessages } },
          { name: `new of ${scope.tenant}`, window: null, storing: false },
        ],
      }),
    ),
  })
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Settings file' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download all settings' }).click()
  expect((await downloading).suggestedFilename()).toBe('loci-agent-settings.json')

  await page.getByRole('button', { name: 'Settings file' }).click()
  await page.getByRole('menuitem', { name: 'Take settings from a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take settings from a file' })
  await dialog.getByLabel('File to import').setInputFiles(file(-1))
  await expect(dialog.getByRole('alert')).toContainText('agents.1.window')
  await dialog.getByLabel('File to import').setInputFiles(file(30))
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').first()).toContainText('12 → 30')
  await expect(dialog.getByText(`The same here already: ${kept}.`)).toBeVisible()
  await expectAccessible(page, 'agents, settings of a file')

  // Its effect on a real conversation, and on all of them, before anything is saved.
  const opening = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: new RegExp(`setting of ${changed}`) }).click()
  const studio = await opening
  await expect(studio.getByText('Not saved. You are looking at a draft; agents still get v1.')).toBeVisible()
  await expect(studio.getByRole('spinbutton', { name: /Messages at most/ })).toHaveValue('30')
  await expect(studio.getByRole('tab', { name: 'Impact' })).toHaveAttribute('aria-selected', 'true')
  await studio.getByRole('button', { name: 'Look at 1 thread' }).click()
  await expect(studio.getByText('Impact on all 1 thread')).toBeVisible()
  await expect(studio.getByText(/^1 sees more/)).toBeVisible()
  await expectAccessible(studio, 'agent, a draft of a link')
  // What is entered can be shown to somebody else as a link, and thrown away.
  await studio.getByRole('spinbutton', { name: /Messages at most/ }).fill('8')
  await studio.getByRole('button', { name: 'Copy link to this draft' }).click()
  const link = await studio.evaluate(() => navigator.clipboard.readText())
  await studio.close()
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByRole('spinbutton', { name: /Messages at most/ })).toHaveValue('8')
  await other.getByRole('button', { name: 'Discard' }).click()
  await expect(other.getByRole('spinbutton', { name: /Messages at most/ })).toHaveValue('12')
  await expect(other).not.toHaveURL(/#draft/)
  await other.close()

  await dialog.getByRole('textbox', { name: /Note/ }).fill('from staging')
  await dialog.getByRole('button', { name: 'Save 2 settings' }).click()
  await expect(dialog.getByRole('listitem').first()).toContainText('saved as v2')
  await expect(dialog.getByRole('listitem').last()).toContainText('saved as v1')
  const { versions } = await call<{ versions: { note: string; window: object }[] }>('agents.get', {
    agentName: changed,
  })
  expect(versions[0]).toMatchObject({ note: 'from staging', window: { maxMessages: 30 } })
})
