import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { type RunningProduct, startProduct } from './support/product'
import { signedInState } from './support/signed-in'
import { test as base, nobody } from './support/test'
import { toast } from './support/toast'

const person = { name: 'Grace Hopper', email: 'grace@loci.test', password: 'seven brass lamps at noon' }

/** A product that nobody has set up. */
const test = base.extend<object, { fresh: RunningProduct }>({
  fresh: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the first parameter
    async ({}, use) => {
      const fresh = await startProduct()
      await use(fresh)
      await fresh.stop()
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  product: [({ fresh }, use) => use(fresh), { scope: 'worker' }],
})
const { expect } = test

test.use({ storageState: nobody })

// One goes on from where the other left the desk.
test.describe.configure({ mode: 'serial' })

const linkOf = (fresh: RunningProduct) => /http:\/\/\S+\/setup\?token=\S+/.exec(fresh.output())?.[0] ?? ''

test('the set-up link makes the first admin, and the empty desk teaches the next step', async ({ page, fresh }) => {
  const link = linkOf(fresh)

  await test.step('the set-up link makes the first admin', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Take the set-up link' })).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set up Loci' })).toBeVisible()
    await page.getByRole('button', { name: 'Make the admin and sign in' }).click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByText('Enter 10 to 256 characters.')).toBeVisible()
    await expectAccessible(page, 'set-up, with errors')
    await page.getByLabel('Name').fill(person.name)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Make the admin and sign in' }).click()
  })

  await test.step('the empty desk teaches the next step, in each place', async () => {
    await expect(page.getByRole('heading', { name: 'No threads yet' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Make a key' })).toBeVisible()
    await expect(page.getByText('memory.write').first()).toBeVisible()
    await expectAccessible(page, 'threads, empty')
    for (const [place, heading] of [
      ['Scopes', 'No scopes yet'],
      ['Trash', 'The trash is empty'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: place }).click()
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expectAccessible(page, `${place}, empty`)
    }
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Agents' }).click()
    await expect(page.getByRole('heading', { name: 'No agent has written yet' })).toBeVisible()
  })
})

test('the samples fill the list by themselves', async ({ page, fresh }) => {
  // Some thirty conversations are written, which a busy machine takes its time for.
  test.slow()
  await test.step('the set-up link is spent; sign in', async () => {
    await page.goto(linkOf(fresh))
    await expect(page.getByRole('heading', { name: 'Loci is set up' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password').fill('not this one at all')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Wrong e-mail address or password.')).toBeVisible()
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  })
  await page.getByRole('button', { name: 'Load samples' }).click()
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: /^Threads/ })
    .click()
  await expect(row(page, 'Order 5531 arrived with the wrong lamp')).toBeVisible()
  await expect(toast(page, /\d+ samples loaded/)).toBeVisible({ timeout: 90_000 })
  await expect(row(page, 'Weekly stock summary, all warehouses')).toBeVisible()
})

test('a thread is looked at, tagged, forked, deleted and restored; the samples are taken away', async ({
  page,
  fresh,
}) => {
  const { cookies } = await signedInState(fresh.url, person)
  await page.context().addCookies(cookies)
  await page.goto('/threads')

  await test.step('a conversation shows what its agent sees', async () => {
    await row(page, 'Weekly stock summary, all warehouses').getByRole('link').click()
    await expect(peekOf(page).getByText(/agent sees \d+ messages/)).toBeVisible()
    await peekOf(page).getByRole('link', { name: 'Open' }).first().click()
    const about = page.getByRole('region', { name: 'What the agent sees' })
    await expect(about.getByText(/of 4,000 tokens/)).toBeVisible()
    const feed = page.getByRole('feed')
    await expect(feed.getByRole('img', { name: 'The agent sees this message.' }).first()).toBeAttached()
    await page.keyboard.press('w')
    await expect(feed.getByText('the agent’s window begins here')).toBeVisible()
    await expect(feed.getByRole('img', { name: 'Outside the agent’s window.' }).first()).toBeAttached()
  })

  await test.step('tag and rename', async () => {
    const about = page.getByRole('complementary', { name: 'About this thread' })
    await about.getByRole('button', { name: '+ tag' }).click()
    await page.getByRole('textbox', { name: 'Key' }).fill('checked')
    await page.getByRole('textbox', { name: 'Value' }).fill('by Grace')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(about.getByRole('button', { name: 'Remove tag checked' })).toBeVisible()
    await about.getByRole('button', { name: /Weekly stock summary/ }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Stock of the week')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Stock of the week' })).toBeVisible()
  })

  await test.step('fork up to a message, and the family of both', async () => {
    await page.getByRole('feed').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('g')
    const fifth = page.getByRole('article', { name: 'planner, message 5', exact: true })
    await fifth.hover()
    await fifth.getByRole('button', { name: /^Message 5:/ }).click()
    await page.getByRole('menuitem', { name: 'Fork from here' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fork this thread' })
    await expect(dialog.getByRole('spinbutton', { name: /Up to message number/ })).toHaveValue('5')
    await expect(dialog.getByRole('definition').first()).toHaveText('5')
    await dialog.getByRole('textbox', { name: /Id of the new thread/ }).fill('stock-fork')
    await dialog.getByRole('button', { name: 'Fork and open' }).click()
    await expect(page.getByRole('complementary', { name: 'About this thread' }).getByText('stock-fork')).toBeVisible()
    await expect(page.getByRole('article', { name: /, message \d+$/ })).toHaveCount(3)
    await page.getByRole('link', { name: 'from message 5' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Stock of the week' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'planner, message 5', exact: true })).toBeInViewport()
    await expect(page.getByText('this thread', { exact: true })).toBeVisible()
  })

  await test.step('delete with Undo, delete, trash, restore', async () => {
    await deleteHere(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'The thread is back')).toBeVisible()
    await expect(row(page, 'Stock of the week')).toBeVisible()
    await row(page, 'Stock of the week').getByRole('link').click()
    await peekOf(page).getByRole('link', { name: 'Open' }).first().click()
    await deleteHere(page)
    await expect(row(page, 'Order 5531 arrived with the wrong lamp')).toBeVisible()
    await expect(row(page, 'Stock of the week')).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Trash' }).click()
    const deleted = page.getByRole('grid', { name: 'Trash' }).getByRole('row', { name: /Stock of the week/ })
    await expectAccessible(page, 'trash')
    await deleted.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Threads' }).click()
    await expect(row(page, 'Stock of the week')).toBeVisible()
  })

  await test.step('one press takes the samples away; sign out', async () => {
    await page.getByRole('button', { name: /theme, shortcuts, sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Take the samples away' }).click()
    await expect(toast(page, /\d+ samples taken away/)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Load samples' })).toBeVisible()
    await page.getByRole('button', { name: /theme, shortcuts, sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})

function row(page: Page, title: string) {
  return page.getByRole('grid', { name: 'Threads' }).getByRole('row', { name: new RegExp(title) })
}

function peekOf(page: Page) {
  return page.getByRole('complementary', { name: 'The thread that is looked at' })
}

async function deleteHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More about this thread' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Thread deleted')).toBeVisible()
}
