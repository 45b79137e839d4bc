import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, type Scope, test } from './support/test'
import { toast } from './support/toast'

const rows = (page: Page) =>
  page
    .getByRole('grid', { name: 'Threads' })
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) })
const inScope = ({ tenant }: Scope) => `/threads?tenant=${encodeURIComponent(tenant)}`
const viewButton = (page: Page) => page.getByRole('button', { name: /^View:/ })

test('a view is saved, opened by its link, changed, saved and reset', async ({ page, agent, scope }) => {
  await agent.memory.write({ sessionId: 'a', agentName: 'support', messages: turns(1) })
  await agent.threads.update({ threadId: 'a', title: 'A refund', tags: { topic: 'refund' } })
  await agent.memory.write({ sessionId: 'b', agentName: 'support', messages: turns(1, 'walnut') })
  const name = `Of ${scope.tenant}`
  await page.goto(`${inScope(scope)}&sort=createdAt.asc`)
  await expect(rows(page)).toHaveCount(2)

  await viewButton(page).click()
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a view' })
  await expectAccessible(page, 'threads, saving a view')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Give it a name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('checkbox', { name: 'Shared with everybody' }).click()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(viewButton(page)).toHaveAccessibleName(`View: ${name}`)
  await expect(page).toHaveURL(/view=[\da-f-]{36}/)
  const id = new URL(page.url()).searchParams.get('view')

  // A link that says the view alone is all of it.
  await page.goto(`/threads?view=${id}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/sort=createdAt.asc/)
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: /^tags/ }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('topic')
  await page.getByRole('textbox', { name: 'Value' }).fill('refund')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  await expectAccessible(page, 'threads, a changed view')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, `${name} saved`)).toBeVisible()
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0)
  await page.goto(`/threads?view=${id}`)
  await expect(rows(page)).toHaveCount(1)

  await viewButton(page).click()
  await page.getByRole('menuitem', { name: 'Delete the view…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the view' }).click()
  await expect(viewButton(page)).toHaveAccessibleName('View: All threads')
  await page.goto(`/threads?view=${id}&tenant=${encodeURIComponent(scope.tenant)}`)
  await expect(page.getByText('The view of this link is gone or not shared.')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
})

test('the default view opens the list, and the whole list stays one press away', async ({
  page,
  agent,
  scope,
  call,
}) => {
  await agent.memory.write({ sessionId: 'a', messages: turns(1) })
  await call('memory.write', { sessionId: 'b', scope: { ...scope, subject: 'user-2' }, messages: turns(1) })
  const name = `Default of ${scope.tenant}`
  await page.goto(`${inScope(scope)}&subject=user-2&cols=title,colour,lastMessageAt`)
  await expect(rows(page)).toHaveCount(1)
  await viewButton(page).click()
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('checkbox', { name: 'Open the list with it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(viewButton(page)).toHaveAccessibleName(`View: ${name}`)

  await page.goto('/threads')
  await expect(viewButton(page)).toHaveAccessibleName(`View: ${name}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: 'Scope' })).toHaveCount(0)
  await viewButton(page).click()
  await page.getByRole('menuitemradio', { name: 'All threads' }).click()
  await expect(page).toHaveURL(/view=all/)
  await expect(page.getByRole('columnheader', { name: /^Scope/ })).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)

  await viewButton(page).click()
  await page.getByRole('menuitem', { name: 'Delete the view…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the view' }).click()
  await expect(page).toHaveURL(/view=all/)
})

test('columns are chosen, moved, sized and sorted; all of it stands in the address', async ({ page, agent, scope }) => {
  for (const name of ['beta', 'alpha']) {
    await agent.memory.write({ sessionId: name, agentName: `${name} of ${scope.tenant}`, messages: turns(1) })
    await agent.threads.update({ threadId: name, title: `Thread ${name}` })
  }
  await page.goto(inScope(scope))
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Agent' }).click()
  await page.getByRole('checkbox', { name: 'Scope' }).click()
  await page.getByRole('button', { name: 'Move Agent to the front' }).click()
  await expectAccessible(page, 'threads, columns')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/cols=title(,|%2C)tokenCount(,|%2C)agentName(,|%2C)lastMessageAt/)
  await expect(page.getByRole('columnheader', { name: /^Scope/ })).toHaveCount(0)

  await page
    .getByRole('columnheader', { name: /^Agent/ })
    .getByRole('button', { name: 'Agent' })
    .click()
  await expect(rows(page).first()).toContainText('Thread alpha')
  await expect(page).toHaveURL(/sort=agentName.asc/)

  const head = page.getByRole('columnheader', { name: /^Agent/ })
  const handle = page.getByRole('separator', { name: 'Width of Agent' })
  const before = (await head.boundingBox())?.width ?? 0
  const grip = await handle.boundingBox()
  if (!grip) throw new Error('no handle')
  await page.mouse.move(grip.x + grip.width / 2, grip.y + 8)
  await page.mouse.down()
  await page.mouse.move(grip.x + grip.width / 2 - 60, grip.y + 8, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await head.boundingBox())?.width ?? 0)).toBe(Math.round(before) + 60)
  await expect(page).toHaveURL(new RegExp(`agentName\\.${Math.round(before) + 60}`))
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`agentName\\.${Math.round(before) + 44}`))
  await page.reload()
  await expect.poll(async () => Math.round((await head.boundingBox())?.width ?? 0)).toBe(Math.round(before) + 44)
})

test('on a phone the count is whole, and a last line is plain words', async ({ page, agent, scope }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await agent.memory.write({
    sessionId: 'a',
    agentName: 'support',
    messages: [
      { role: 'user', content: 'Is it in stock?' },
      { role: 'assistant', content: 'There are **14** in [depot 1](https://example.com).' },
    ],
  })
  await page.goto(inScope(scope))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('There are 14 in depot 1.')
  const count = page.getByText(/^1 of [\d,]+\+?$/)
  const box = await count.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390, 'the count stands within the screen').toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page, 'threads, 390 px')
})
