import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { expect, type Scope, test } from './support/test'
import { toast } from './support/toast'

const inScope = ({ tenant }: Scope) => `/threads?tenant=${encodeURIComponent(tenant)}`
const allOf = (page: Page) => page.getByRole('toolbar', { name: 'All 120 threads that match' })

/** Before there are rows there is nothing to select. */
async function selectLoaded(page: Page) {
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all threads that are loaded' }).click()
}

test('all that match are tagged, deleted and brought back, loaded or not', async ({ page, call, scope }) => {
  for (let from = 0; from < 120; from += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, step) =>
        call('threads.create', { threadId: `t-${from + step}`, scope, title: 'One' }),
      ),
    )
  }
  const count = async (tags?: Record<string, string>) => call('threads.count', { scope, ...(tags ? { tags } : {}) })
  await page.goto(inScope(scope))
  await selectLoaded(page)
  await page.getByRole('button', { name: 'Select all 120 that match' }).click()
  await expect(allOf(page)).toBeVisible()
  await expectAccessible(page, 'threads, all that match')
  await allOf(page).getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('batch')
  await page.getByRole('textbox', { name: 'Value' }).fill('all')
  await page.getByRole('button', { name: 'Add to all' }).click()
  await expect(toast(page, '120 threads tagged')).toBeVisible()
  expect(await count({ batch: 'all' })).toMatchObject({ count: 120 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '120 threads as before')).toBeVisible()
  expect(await count({ batch: 'all' })).toMatchObject({ count: 0 })

  await selectLoaded(page)
  await page.getByRole('button', { name: 'Select all 120 that match' }).click()
  await allOf(page).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete 120 threads?' })
  await expect(dialog.getByRole('button', { name: 'Delete all' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('120')
  await expectAccessible(page, 'threads, delete all that match')
  await dialog.getByRole('button', { name: 'Delete all' }).click()
  await expect(toast(page, '120 threads deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No thread matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '120 threads as before').last()).toBeVisible()
  expect(await count()).toMatchObject({ count: 120 })
})

test('all that match are exported into a file', async ({ page, call, scope }) => {
  for (let place = 0; place < 105; place += 1) await call('threads.create', { threadId: `t-${place}`, scope })
  await page.goto(inScope(scope))
  await selectLoaded(page)
  await page.getByRole('button', { name: 'Select all 105 that match' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Whole threads, NDJSON' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^loci-.*\.jsonl$/)
})
