import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { addColleague } from './support/product-database'
import { signedInState } from './support/signed-in'
import { expect, test } from './support/test'

test('a note mentions a colleague, who finds it in the inbox, opens it in its place, and it is read', async ({
  page,
  browser,
  product,
  agent,
  scope,
}) => {
  test.slow()
  const grace = await addColleague(product, { name: `Grace ${scope.tenant.slice(-6)}` })
  await agent.memory.write({ sessionId: 'n', messages: turns(12) })
  await agent.threads.update({ threadId: 'n', title: 'The parcel of Friday' })
  const { uid } = await agent.threads.get({ threadId: 'n' })
  const context = await browser.newContext({
    storageState: await signedInState(product.url, grace),
    baseURL: product.url,
  })
  const hers = await context.newPage()
  await hers.goto(`/threads/${uid}`)
  await expect(hers.getByRole('article').last()).toBeVisible()

  await page.goto(`/threads/${uid}`)
  const article = page.getByRole('article', { name: 'User, message 21' })
  await article.focus()
  await page.keyboard.press('n')
  const field = page.getByRole('textbox', { name: 'A note on message 21' })
  await expect(field).toBeFocused()
  await page.keyboard.type(`Depot 3 again <b>\n@gr`)
  const option = page.getByRole('option', { name: new RegExp(grace.name) })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'conversation, naming a colleague')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`Depot 3 again <b>\n@${grace.name} `)
  await page.keyboard.type('please look')
  await page.keyboard.press('ControlOrMeta+Enter')
  const notes = page.getByRole('region', { name: 'Notes' })
  await expect(notes.getByRole('listitem')).toContainText(`Depot 3 again <b>\n@${grace.name} please look`)
  await expect(article.getByRole('button', { name: '1 note' })).toBeVisible()
  await expectAccessible(page, 'conversation, notes')

  // The colleague has the thread open: the mark comes by itself.
  const mark = hers.getByRole('article', { name: 'User, message 21' }).getByRole('button', { name: '1 note' })
  await expect(mark).toBeVisible()

  await hers.goto('/inbox')
  const places = hers.getByRole('navigation', { name: 'Places' }).first()
  await expect(places.getByRole('link', { name: /^Inbox/ })).toContainText('1')
  const grid = hers.getByRole('grid', { name: 'Inbox' })
  await hers.keyboard.press('j')
  await expect(grid.getByRole('row', { name: /unread.*mentioned you/ })).toBeFocused()
  await grid.getByText(/mentioned you/).click()
  const peek = hers.getByRole('complementary', { name: 'What is for you' })
  await expect(peek.getByRole('article', { name: 'User, message 21' })).toHaveClass(/is-linked/)
  await expectAccessible(hers, 'inbox with one beside')
  await expect(places.getByRole('link', { name: /^Inbox/ })).toContainText('1')
  await hers.keyboard.press('Enter')
  await expect(hers).toHaveURL(new RegExp(`/threads/${uid}\\?message=21&panel=notes&note=`))
  const found = hers.getByRole('region', { name: 'Notes' }).getByRole('listitem')
  await expect(found).toHaveAttribute('aria-current', 'true')
  await expect(places.getByRole('link', { name: /^Inbox/ })).not.toContainText('1')

  // Back, the list is read; what is read can be unread again, and read by a key.
  await hers.goBack()
  await hers.getByRole('radio', { name: 'All', exact: true }).click()
  await expect(grid.getByRole('row', { name: /^read.*mentioned you/ })).toBeVisible()
  await hers.keyboard.press('u')
  await expect(grid.getByRole('row', { name: /^unread.*mentioned you/ })).toBeVisible()
  await hers.keyboard.press('e')
  await expect(grid.getByRole('row', { name: /^read.*mentioned you/ })).toBeVisible()
  await hers.getByRole('radio', { name: 'Unread', exact: true }).click()
  await expect(hers.getByRole('heading', { name: 'All read' })).toBeVisible()
  await expectAccessible(hers, 'inbox, all read')
  await context.close()
})
