import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { inDatabaseOf } from './support/product-database'
import { expect, test } from './support/test'
import { toast } from './support/toast'

test('a rule shows what would go before it is saved, and is taken away again', async ({
  page,
  scope,
  call,
  product,
}) => {
  const agentName = `agent of ${scope.tenant}`
  await call('memory.write', { sessionId: 'stale', scope, agentName, messages: turns(1) })
  await inDatabaseOf(product, (client) =>
    client.query(
      `UPDATE thread SET accessed_at = now() - interval '90 days', updated_at = now() - interval '90 days' WHERE tenant = $1`,
      [scope.tenant],
    ),
  )
  await page.goto('/data?tab=retention')
  await expect(page.getByRole('heading', { name: 'Threads are kept until somebody deletes them' })).toBeVisible()
  await expectAccessible(page, 'retention, no rules')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  const save = dialog.getByRole('button', { name: 'Save the rule' })
  await expect(save).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Which threads' }).click()
  await page.getByRole('option', { name: 'Threads of an agent' }).click()
  await dialog.getByRole('textbox', { name: 'Agent' }).fill(agentName)
  await dialog.getByRole('textbox', { name: /Days without use/ }).fill('60')
  await dialog.getByRole('button', { name: 'See what would go' }).click()
  const preview = dialog.getByRole('region', { name: 'What would go' })
  await expect(preview).toContainText('1 thread would go to the trash with the next round.')
  await expect(preview.getByRole('link', { name: 'stale' })).toBeVisible()
  await expectAccessible(page, 'a rule of retention')
  await save.click()
  await expect(toast(page, 'Rule saved')).toBeVisible()
  const rules = page.getByRole('list', { name: 'Rules' })
  await expect(rules).toContainText(`Threads of ${agentName}`)
  await expectAccessible(page, 'rules of retention')
  await rules.getByRole('button', { name: 'Remove the rule' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the rule' }).click()
  await expect(toast(page, 'Rule removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Threads are kept until somebody deletes them' })).toBeVisible()
})
