import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'
import { toast } from './support/toast'

test('a subject is exported, held, let go and erased, and the receipt is found again', async ({
  page,
  scope,
  call,
}) => {
  test.slow()
  const whose = { ...scope, subject: 'ann@example.com' }
  for (const sessionId of ['one', 'two']) {
    await call('memory.write', { sessionId, scope: whose, agentName: 'support', messages: turns(2) })
  }
  const other = { ...scope, subject: 'bob' }
  await call('memory.write', { sessionId: 'one', scope: other, messages: turns(1) })
  const address = `/scopes/~${scope.tenant}/~${encodeURIComponent(whose.subject)}`
  await page.goto(address)
  const menu = page.getByRole('button', { name: 'All of it' })
  const choose = async (name: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }

  const [file] = await Promise.all([page.waitForEvent('download'), choose('Export all')])
  expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toHaveLength(2)

  await choose('Legal hold…')
  const hold = page.getByRole('dialog', { name: `Hold ${whose.subject}?` })
  await hold.getByRole('button', { name: 'Place the hold' }).click()
  await expect(hold.getByText('Say why, so that others know when it can be lifted.')).toBeVisible()
  await hold.getByRole('textbox', { name: 'Reason' }).fill('Case 4711')
  await expectAccessible(page, 'placing a hold')
  await hold.getByRole('button', { name: 'Place the hold' }).click()
  const holds = page.getByRole('list', { name: 'Legal holds' })
  await expect(holds).toContainText('Case 4711')
  await expectAccessible(page, 'a subject under hold')

  await choose('Erase…')
  const held = page.getByRole('dialog', { name: `${whose.subject} cannot be erased now` })
  await expect(held).toContainText('Case 4711')
  await held.getByRole('button', { name: 'Close' }).last().click()
  await page.goto('/data?tab=holds')
  await page.getByRole('button', { name: `Lift the hold on ${scope.tenant} / ${whose.subject}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift the hold' }).click()
  await expect(toast(page, 'Legal hold lifted')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Legal holds' })).toContainText('lifted')
  await expectAccessible(page, 'legal holds')

  await page.goto(address)
  await expect(holds).toHaveCount(0)
  await choose('Erase…')
  const dialog = page.getByRole('alertdialog', { name: `Erase ${whose.subject} for good?` })
  await expect(dialog.getByLabel('What goes')).toContainText('Messages with their search words')
  await expect(dialog).toContainText('2 threads')
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  await expect(erase).toBeDisabled()
  await dialog.getByRole('textbox').fill(whose.subject)
  await expectAccessible(page, 'erasing a subject')
  await erase.click()
  await expect(toast(page, 'Erased')).toBeVisible({ timeout: 20_000 })

  await expect(page).toHaveURL('/data')
  const form = page.getByRole('form', { name: 'Find the receipt of a subject' })
  await form.getByRole('textbox', { name: 'Tenant' }).fill(scope.tenant)
  await form.getByRole('textbox', { name: 'Subject' }).fill('bob')
  await form.getByRole('button', { name: 'Find its receipt' }).click()
  await expect(page.getByRole('heading', { name: 'No receipt of that subject' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Subject' }).fill(whose.subject)
  await form.getByRole('button', { name: 'Find its receipt' }).click()
  const receipts = page.getByRole('list', { name: 'Receipts' })
  await expect(receipts.getByRole('listitem')).toHaveCount(1)
  await expect(receipts).not.toContainText('ann')
  await expectAccessible(page, 'receipts')
  await receipts.getByRole('button').click()
  const receipt = page.getByRole('dialog', { name: 'Receipt of an erasure' })
  await expect(receipt).toContainText('The proof fits.')
  await expect(receipt).toContainText('now 0')
  await expectAccessible(page, 'a receipt')

  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'There is no such scope' })).toBeVisible()
  expect(await call('threads.count', { scope: other })).toMatchObject({ count: 1 })
})
