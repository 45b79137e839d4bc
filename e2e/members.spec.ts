import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { addColleague } from './support/product-database'
import { signedInState } from './support/signed-in'
import { expect, test } from './support/test'
import { toast } from './support/toast'

const password = 'eight quiet copper kettles'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('somebody is invited by a link, joins, is changed, disabled and let in again', async ({
  page,
  browser,
  product,
  scope,
}) => {
  const email = `lea.${scope.tenant.slice(-6)}@loci.test`
  await page.goto('/members')
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await expect(dialog.getByText('Enter an e-mail address')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('radio', { name: /^Lead/ }).click()
  await dialog.getByRole('textbox', { name: 'Tenants' }).fill(`${scope.tenant}, initech`)
  await expectAccessible(page, 'members, invitation')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const shown = page.getByRole('dialog', { name: `Send ${email} this link` })
  const address = (await shown.locator('code').textContent()) ?? ''
  expect(address).toContain('/join#')
  await expectAccessible(page, 'members, the link')
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('lead')
  await expectAccessible(page, 'members')

  const context = await browser.newContext({ baseURL: product.url })
  const theirs = await context.newPage()
  await theirs.goto(address)
  await expect(theirs.getByText(`You were invited as ${email}.`)).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Name' }).fill('Lea Lang')
  await theirs.getByLabel('Password').fill('password123')
  await theirs.getByRole('button', { name: 'Join and sign in' }).click()
  await expect(theirs.getByText(/too easy to guess/)).toBeVisible()
  await expectAccessible(theirs, 'join')
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Join and sign in' }).click()
  await expect(theirs).toHaveURL(/\/threads/)
  await expect(theirs.getByRole('link', { name: 'Members' })).toHaveCount(0)

  await page.reload()
  await expect(row(page, email)).toContainText('Lead')
  await row(page, email).getByRole('button', { name: 'Actions for Lea Lang' }).click()
  await page.getByRole('menuitem', { name: 'Role and tenants' }).click()
  const edit = page.getByRole('dialog', { name: 'What Lea Lang may do' })
  await expect(edit.getByRole('textbox', { name: 'Tenants' })).toHaveValue(`${scope.tenant}, initech`)
  await edit.getByRole('radio', { name: /^Auditor/ }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, email)).toContainText('Auditor')
  await expect(toast(page, 'Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, email)).toContainText('Lead')

  await row(page, email).getByRole('button', { name: 'Actions for Lea Lang' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(row(page, email)).toContainText('disabled')
  await theirs.goto('/threads')
  await expect(theirs).toHaveURL(/\/sign-in/)
  await row(page, email).getByRole('button', { name: 'Actions for Lea Lang' }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await expect(row(page, email)).not.toContainText('disabled')

  await theirs.goto(address)
  await expect(theirs.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectAccessible(theirs, 'join, a dead link')
  await context.close()
})

test('a new password is set by a link, a link is withdrawn, and the last admin stays one', async ({
  page,
  browser,
  product,
}) => {
  const bob = await addColleague(product, { name: 'Bob' })
  await page.goto('/members')
  await page.getByRole('searchbox', { name: 'Find a member' }).fill(bob.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  const makeLink = async () => {
    await page.getByRole('button', { name: 'Actions for Bob' }).click()
    await page.getByRole('menuitem', { name: 'Link for a new password' }).click()
    const shown = page.getByRole('dialog', { name: `A new password for ${bob.email}` })
    const address = (await shown.locator('code').textContent()) ?? ''
    await shown.getByRole('button', { name: 'I have copied it' }).click()
    return address
  }
  const address = await makeLink()
  const context = await browser.newContext({ baseURL: product.url })
  const theirs = await context.newPage()
  await theirs.goto(address)
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(theirs).toHaveURL(/\/threads/)

  const second = await makeLink()
  await page.getByRole('button', { name: `Withdraw the link of ${bob.email}` }).click()
  await expect(toast(page, 'The link does not work any more')).toBeVisible()
  await theirs.goto(second)
  await expect(theirs.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await context.close()

  await page.getByRole('searchbox', { name: 'Find a member' }).fill('nobody of that name')
  await expect(page.getByRole('heading', { name: 'No member matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('row').filter({ hasText: ' you' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  const confirm = page.getByRole('alertdialog')
  await confirm.getByRole('button', { name: 'Disable' }).click()
  await expect(confirm.getByRole('alert')).toContainText('last admin')
})

test('one changes the own name and password, and ends other sessions', async ({ browser, product }) => {
  const carla = await addColleague(product, { name: 'Carla' })
  const storageState = await signedInState(product.url, carla)
  await signedInState(product.url, carla)
  const context = await browser.newContext({ storageState, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/threads')
  await page.getByRole('button', { name: /theme, shortcuts, sign out/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  const sessions = page.getByRole('list', { name: 'Open sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'this one' })).toHaveCount(1)
  await expectAccessible(page, 'account')
  await page.getByRole('button', { name: /^End the session of/ }).click()
  await expect(sessions).toHaveCount(1)

  await page.getByRole('textbox', { name: 'Name' }).fill('Carla Cruz')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(toast(page, 'Name changed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Carla Cruz: theme/ })).toBeVisible()

  await page.getByLabel('Now').fill('not my password')
  await page.getByLabel('New').fill(password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await page.getByLabel('Now').fill(carla.password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  await context.close()
})
