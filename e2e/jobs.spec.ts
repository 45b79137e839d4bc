import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility'
import { expect, test } from './support/test'
import { toast } from './support/toast'

test('jobs are seen as they go, filtered, fetched again and taken back', async ({ page, call, scope }) => {
  await page.goto('/jobs?kind=summary')
  await expect(page.getByRole('heading', { name: 'No job matches' })).toBeVisible()
  await expectAccessible(page, 'jobs, none matches')

  for (let place = 0; place < 105; place += 1) {
    await call('threads.create', { threadId: `t-${place}`, scope, title: '=1+1' })
  }
  const matching = async () => {
    await page.goto(`/threads?tenant=${scope.tenant}`)
    // Before there are rows there is nothing to select.
    await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all threads that are loaded' }).click()
    await page.getByRole('button', { name: 'Select all 105 that match' }).click()
  }
  await matching()
  await page.getByRole('button', { name: 'Export' }).click()
  const [first] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'A table, CSV' }).click(),
  ])
  expect(first.suggestedFilename()).toMatch(/\.csv$/)
  await matching()
  await page.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('batch')
  await page.getByRole('button', { name: 'Add to all' }).click()
  await expect(toast(page, '105 threads tagged')).toBeVisible()

  await page.goto('/jobs')
  const jobs = page.getByRole('grid', { name: 'Jobs' })
  const tagged = jobs.getByRole('row', { name: /Tag all that match/ }).first()
  await expect(tagged).toContainText('105 threads')
  await expectAccessible(page, 'jobs')
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    jobs.getByRole('link', { name: 'Download: Export' }).first().click(),
  ])
  const table = await readFile(await again.path(), 'utf8')
  expect([table.startsWith('\uFEFFthread_id,'), table.split('\r\n').length, table.includes(`"'=1+1"`)]).toEqual([
    true,
    107,
    true,
  ])

  await tagged.getByRole('button', { name: /Undo/ }).click()
  await expect(jobs.getByRole('row', { name: /Take back/ }).first()).toContainText('Done')
  expect(await call('threads.count', { scope, tags: { batch: '' } })).toMatchObject({ count: 0 })
  await expect(tagged.getByRole('button', { name: /Undo/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'kind', exact: true }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page).toHaveURL(/kind=export/)
  await expect(tagged).toHaveCount(0)
  await jobs.getByRole('gridcell', { name: 'Done' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog).toContainText('table')
  await expectAccessible(page, 'jobs, one of them')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/job=/)
})
