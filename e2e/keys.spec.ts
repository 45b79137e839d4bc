import { expectAccessible } from './support/accessibility'
import { expect, test } from './support/test'
import { toast } from './support/toast'

test('a key is shown once, works, and is refused within a second of its end', async ({ page, product, scope }) => {
  const name = `key of ${scope.tenant}`
  const write = (key: string, tenant = scope.tenant) =>
    fetch(`${product.url}/api/trpc/memory.write`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        sessionId: 'first',
        scope: { tenant, subject: 'user-1' },
        messages: [{ role: 'user', content: 'Hello' }],
      }),
    })

  await page.goto('/keys')
  await expect(page.getByRole('heading', { level: 1, name: 'Keys' })).toBeVisible()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Make a key' })
  await expectAccessible(page, 'keys, form')
  await form.getByRole('button', { name: 'Make the key' }).click()
  await expect(form.getByText('Say what the key is for.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: /Tenant/ }).fill(scope.tenant)
  await form.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy the key now' })
  const key = (await shown.getByText(/^loci_\S+$/).textContent()) ?? ''
  await expectAccessible(page, 'keys, the new key')
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(key)).toHaveCount(0)

  expect((await write(key)).status).toBe(200)
  expect((await write(key, 'another-tenant')).status).toBe(403)

  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toBeVisible()
  await expectAccessible(page, 'keys')
  await row.getByRole('button', { name: /Revoke/ }).click()
  const confirm = page.getByRole('alertdialog', { name: `Revoke ${name}?` })
  await expectAccessible(page, 'keys, revoke')
  await confirm.getByRole('button', { name: 'Revoke the key' }).click()
  await expect(toast(page, 'Key revoked')).toBeVisible()
  await expect(async () => expect((await write(key)).status).toBe(401)).toPass({ timeout: 1_000, intervals: [100] })
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'revoked and expired too' }).click()
  await expect(row).toContainText('revoked')
})
