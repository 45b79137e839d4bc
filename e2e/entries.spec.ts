import type { ModelMessage } from '../memory/message'
import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'

test('entries are filtered by tags, one is inspected, and its address leads back to it', async ({ page, agent }) => {
  await agent.memory.write({
    sessionId: 'entries',
    agentName: 'support',
    messages: turns(1),
    tags: { topic: 'parcel' },
  })
  const { readId } = await agent.memory.read({ sessionId: 'entries' })
  await agent.memory.write({
    sessionId: 'entries',
    agentName: 'support',
    readId,
    mode: 'append',
    runId: 'run-two',
    run: { model: 'a-model', error: 'the tool timed out' },
    tags: { topic: 'lamp', vip: '' },
    messages: turns(1, 'lamp'),
  })
  const { uid } = await agent.threads.get({ threadId: 'entries' })
  await page.goto(`/threads/${uid}`)
  const about = page.getByRole('complementary', { name: 'About this thread' })
  await about.getByRole('link', { name: 'All entries, by tags' }).click()
  const list = page.getByRole('grid', { name: 'Entries' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(list.getByText('failed')).toBeVisible()
  await page.getByRole('button', { name: 'tags' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('topic')
  await page.getByRole('textbox', { name: 'Value' }).fill('lamp')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/tag=topic:lamp/)

  await list.getByText('topic:lamp, vip').click()
  const entry = page.getByRole('complementary', { name: 'The entry that is looked at' })
  await expect(entry.getByRole('heading', { name: 'Entry, messages 3 to 4' })).toBeVisible()
  await expect(entry.getByText('the tool timed out')).toBeVisible()
  await expect(entry.getByText('Answer 1 about the lamp').first()).toBeVisible()
  await expect(entry.getByText('As agents get it')).toBeVisible()
  await expectAccessible(page, 'entries, one inspected')
  const address = page.url()
  await page.goto(
    `${address.split('?')[0]}?${new URL(address).searchParams.get('entry') ? `entry=${new URL(address).searchParams.get('entry')}` : ''}&tag=topic:none`,
  )
  await expect(page.getByRole('heading', { name: 'No entry has these tags' })).toBeVisible()
  await expect(entry.getByRole('heading', { name: 'Entry, messages 3 to 4' }), 'by its address alone').toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(width).toBeLessThanOrEqual(room)
})

test('a picture is shown when asked for, one from afar is a link, a file is a card', async ({ page, agent }) => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const message: ModelMessage = {
    role: 'user',
    content: [
      { type: 'text', text: 'ما هذا؟ 这是什么？' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
      { type: 'image_url', image_url: { url: 'https://elsewhere.test/a.png' } },
      { type: 'file', file: { filename: 'invoice.pdf', file_data: `data:application/pdf;base64,${pixel}` } },
      { type: 'hologram', depth: 3 },
    ],
  }
  await agent.memory.write({ sessionId: 'parts', messages: [message] })
  const { uid } = await agent.threads.get({ threadId: 'parts' })
  await page.goto(`/threads/${uid}`)
  const article = page.getByRole('article', { name: 'User, message 1' })
  await expect(article.getByText('invoice.pdf')).toBeVisible()
  await expect(article.getByText(/application\/pdf · 70 B/)).toBeVisible()
  await expect(article.getByText('Part of type hologram')).toBeVisible()
  await expect(article.getByRole('link', { name: /Open in a new tab/ })).toHaveAttribute('rel', /noopener noreferrer/)
  await expect(article.getByRole('img', { name: /as it is in the message/ })).toHaveCount(0)
  await article.getByRole('button', { name: 'Show image' }).click()
  const picture = article.getByRole('img', { name: /as it is in the message/ })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await expectAccessible(page, 'conversation, pictures and files')
})
