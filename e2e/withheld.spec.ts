import { expectAccessible } from './support/accessibility'
import { addColleague } from './support/product-database'
import { signedInState } from './support/signed-in'
import { expect, test } from './support/test'

test('an observer sees figures and no content, and has one conversation shown for a reason', async ({
  product,
  agent,
  scope,
  browser,
}) => {
  const messages = [
    { role: 'user' as const, content: 'Where is the secret parcel?' },
    { role: 'assistant' as const, content: 'In the secret depot.' },
  ]
  const { thread } = await agent.memory.write({ sessionId: 'order-77', messages })
  const observer = await addColleague(product, { name: 'Olga', role: 'observer' })
  const context = await browser.newContext({
    storageState: await signedInState(product.url, observer),
    baseURL: product.url,
  })
  const page = await context.newPage()

  await page.goto(`/threads?tenant=${scope.tenant}`)
  await expect(page.getByText('order-77').first()).toBeVisible()
  await expect(page.getByText(/secret/)).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: 'Search in messages' })).toHaveCount(0)

  await page.goto(`/threads/${thread?.uid}`)
  await expect(page.getByRole('heading', { name: 'Content is withheld from observers' })).toBeVisible()
  await expect(page.getByText(/secret/)).toHaveCount(0)
  await expectAccessible(page, 'withheld')
  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessible(page, 'withheld on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  const button = page.getByRole('button', { name: 'Reveal for 30 minutes' })
  await expect(button).toBeDisabled()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The customer asked us to look')
  await button.click()
  await expect(page.getByText('Where is the secret parcel?').last()).toBeVisible()
  await expect(page.getByText('In the secret depot.').last()).toBeVisible()
  await expectAccessible(page, 'revealed')

  await page.goto(`/threads?tenant=${scope.tenant}`)
  await expect(page.getByText('order-77').first()).toBeVisible()
  await expect(page.getByText(/secret/)).toHaveCount(0)
  await context.close()
})
