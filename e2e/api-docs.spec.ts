import { expectAccessible } from './support/accessibility'
import { expect, test } from './support/test'

test('the API is described on a page of its own, searched and read with the keyboard alone', async ({
  page,
  watch,
}) => {
  await page.goto('/keys')
  await page.getByRole('main').getByRole('link', { name: 'API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'About the API' })).toContainText('Send a key as')
  await expectAccessible(page, 'API, overview')

  await page.keyboard.press('/')
  await page.keyboard.type('fork')
  const operations = page.getByRole('navigation', { name: 'Operations' })
  await expect(operations.getByRole('link', { name: /Read what an agent/ })).toHaveCount(0)
  await operations.getByRole('link', { name: 'Fork a thread' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Fork a thread' })).toBeVisible()
  const article = page.getByRole('article', { name: 'Fork a thread' })
  await expect(article.getByText('/api/v1/threads/fork', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, 'API, operation')

  await article.getByRole('button', { name: 'Python' }).click()
  await expect(article.getByRole('region', { name: 'Python' })).toContainText('urllib.request')
  const forms = article.getByText('Fields of thread', { exact: true })
  await forms.focus()
  await page.keyboard.press('Enter')
  await expect(article.getByText('messageCount', { exact: true })).toBeVisible()
  await expectAccessible(page, 'API, fields')

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Fork a thread' })).toBeVisible()
  expect(watch.problems()).toEqual([])
})

test('the example of an operation works as it is shown', async ({ page, product, apiKey, scope }) => {
  await page.goto('/docs/api?operation=writeMemory')
  const code = await page.getByRole('region', { name: 'curl' }).textContent()
  const body = /-d '([\s\S]*)'/.exec(code ?? '')?.[1]
  expect(code).toContain(`curl ${product.url}/api/v1/memory/write`)
  const sent = { ...JSON.parse(body ?? ''), scope }
  const answer = await fetch(`${product.url}/api/v1/memory/write`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })
  expect(await answer.json()).toMatchObject({ appended: 4 })
})

test('the description of the API fits every width, in light and dark', async ({ page, watch }) => {
  for (const operation of ['', '?operation=listMessagesByUid']) {
    for (const width of [390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
      await page.goto(`/docs/api${operation}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(
        page
          .getByText(operation ? 'A page in seq order' : 'Send a key as')
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      // A pane that scrolls hides what is too wide from the page itself.
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('article, main nav, main figure')]
          .map((element) => element.getBoundingClientRect().right - document.documentElement.clientWidth)
          .filter((beyond) => beyond > 0),
      )
      expect([operation, width, wide]).toEqual([operation, width, []])
      if (width === 390) await expectAccessible(page, `API at 390 ${operation}`)
    }
  }
  expect(watch.problems()).toEqual([])
})
