import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, nobody, test } from './support/test'
import { toast } from './support/toast'

test.use({ storageState: nobody })

test('from sign-in to a deleted and restored thread without a mouse', async ({ page, agent, admin, scope }) => {
  for (const name of ['one', 'two']) {
    await agent.memory.write({ sessionId: name, messages: turns(3, name) })
    await agent.threads.update({ threadId: name, title: `Thread ${name} of ${scope.tenant}` })
  }
  await page.goto(`/threads?tenant=${scope.tenant}&sort=createdAt.asc`)
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Enter')

  const grid = page.getByRole('grid', { name: 'Threads' })
  await expect(grid.getByRole('row', { name: /Thread two/ })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(grid.getByRole('row', { name: /Thread two/ })).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: '1 thread selected' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar')).toHaveCount(0)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: /Thread two/ })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Assistant, message 6' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('article', { name: /message \d$/ }).and(page.locator(':focus'))).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.type(`Renamed in ${scope.tenant}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Renamed/ })).toBeVisible()
  await page.keyboard.press('#')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Thread deleted')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Threads' })).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('x')
  await expect(page.getByRole('grid', { name: 'Trash' })).toBeVisible()
  await tabTo(page, 'Restore')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The thread is back')).toBeVisible()
  expect((await agent.threads.get({ threadId: 'two' })).title).toBe(`Renamed in ${scope.tenant}`)
})

test('Undo is reached by F6', async ({ page, agent, admin, scope }) => {
  await agent.memory.write({ sessionId: 'one', messages: turns(1) })
  await page.goto(`/threads?tenant=${scope.tenant}`)
  await signIn(page, admin)
  await expect(page.getByRole('grid', { name: 'Threads' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('#')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Thread deleted')).toBeVisible()
  await page.keyboard.press('F6')
  await tabTo(page, 'Undo')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The thread is back')).toBeVisible()
})

test('the help lists the keys of the screen and switches single ones off; the palette goes anywhere', async ({
  page,
  admin,
}) => {
  await page.goto('/keys')
  await signIn(page, admin)
  await expect(page.getByRole('heading', { level: 1, name: 'Keys' })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Go to anything')).toBeVisible()
  await expectAccessible(page, 'shortcut help')
  const single = help.getByRole('switch', { name: 'Shortcuts of a single key' })
  await single.focus()
  await page.keyboard.press('Space')
  await expect(single).toHaveAttribute('aria-checked', 'false')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'palette')
  await page.keyboard.type('scop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Scopes' })).toBeVisible()
})

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/** Tab until a button of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).and(page.locator(':focus'))
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await button.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached a button "${name}"`)
}
