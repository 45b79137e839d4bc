import { expectAccessible } from './support/accessibility'
import { toolTurn, turns } from './support/conversations'
import { expect, test } from './support/test'

/** An id that would break any address which is not written with care (S4). */
const odd = '../a/b?c=%2F&d:e #f'

test('the tree of scopes opens by keys, and each page says everything about one', async ({ page, scope, call }) => {
  const write = (subject: string, sessionId: string, messages: unknown) =>
    call('memory.write', { sessionId, scope: { ...scope, subject }, agentName: 'support', messages })
  await write(odd, 'one', [...turns(1), ...toolTurn])
  await write('', 'two', turns(1))
  await call('threads.update', { threadId: 'one', scope: { ...scope, subject: odd }, title: 'Of an odd subject' })
  await write('user-2', 'gone', turns(1))
  await call('threads.delete', { threadId: 'gone', scope: { ...scope, subject: 'user-2' } })

  await page.goto(`/scopes`)
  await page.getByRole('searchbox', { name: 'Find a tenant or subject' }).fill(scope.tenant)
  const tree = page.getByRole('treegrid', { name: 'Scopes' })
  // What is found is open at once.
  await expect(tree.getByRole('link', { name: `${scope.tenant}, no subject`, exact: true })).toBeVisible()
  await expect(tree.getByRole('link', { name: `${scope.tenant}, ${odd}`, exact: true })).toBeVisible()
  await expect(tree.getByRole('link', { name: 'user-2' })).toHaveCount(0)
  const tenant = tree.getByRole('row', { name: new RegExp(`^.*Tenant ${scope.tenant}`) })
  await tenant.focus()
  await expect(tenant).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(tenant).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(tree.getByRole('link', { name: 'Of an odd subject' })).toBeVisible()
  await expectAccessible(page, 'scopes')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: odd })).toBeVisible()
  const held = page.getByLabel('What it holds')
  await expect(held.getByText('7', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Largest threads' }).getByRole('link', { name: 'Of an odd subject' }),
  ).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('region', { name: 'Keys that cover it' })).toBeVisible()
  await expectAccessible(page, 'a subject')
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: scope.tenant }).click()
  await expect(page.getByRole('heading', { level: 1, name: scope.tenant })).toBeVisible()
  await expect(held.getByText('In the trash')).toBeVisible()
  await expectAccessible(page, 'a tenant')
  await page.getByRole('link', { name: 'Threads', exact: true }).last().click()
  await expect(page).toHaveURL(`/threads?tenant=${scope.tenant}`)
  await page.goto('/scopes?q=no-such-tenant-anywhere')
  await expect(page.getByRole('heading', { name: 'No scope matches' })).toBeVisible()
  await page.goto('/scopes/~nowhere-at-all')
  await expect(page.getByRole('heading', { name: 'There is no such scope' })).toBeVisible()
})
