import type { Page } from '@playwright/test'
import { turns } from './support/conversations'
import { expect, test } from './support/test'

const COUNT = 10_000

test('10,000 messages open at the end and scroll to the top in order', async ({ page, agent }) => {
  // Without a graphics card a frame costs what it costs.
  test.slow()
  await agent.memory.write({ sessionId: 'long', mode: 'append', messages: turns(COUNT / 2) })
  const { uid } = await agent.threads.get({ threadId: 'long' })
  const started = Date.now()
  await page.goto(`/threads/${uid}`)
  const last = page.getByRole('article', { name: `Assistant, message ${COUNT}` })
  await expect(last).toBeInViewport()
  const openedMs = Date.now() - started

  const flight = await flyToTop(page)
  await expect(page.getByRole('article', { name: 'User, message 1', exact: true })).toBeInViewport()
  expect(await seqsInPage(page), 'in order, one after the other').toEqual(
    Array.from({ length: await page.getByRole('article').count() }, (_, place) => place + 1),
  )
  const { frames, p50, p95, longest, blank } = flight
  const told = `open ${openedMs} ms; ${frames} frames to the top, p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms; ${blank} frames with nothing to see`
  test.info().annotations.push({ type: 'scrolling', description: told })
  console.log(`10,000 messages: ${told}`)

  await page.keyboard.press('Shift+G')
  await expect(last).toBeInViewport()
  await page.goto(`/threads/${uid}?message=5000`)
  await expect(page.getByRole('article', { name: 'Assistant, message 5000' })).toBeInViewport()
  await expect(page.getByText('Answer 2500 about the parcel')).toBeVisible()
})

function seqsInPage(page: Page): Promise<number[]> {
  return page.getByRole('article').evaluateAll((articles) =>
    articles
      .map((article) => ({
        seq: Number(article.getAttribute('aria-posinset')),
        top: article.getBoundingClientRect().top,
      }))
      .sort((one, other) => one.top - other.top)
      .map(({ seq }) => seq),
  )
}

/** Scrolls up by four screens at a time and then rests for a frame, as a person does with a fling; ms between frames. */
function flyToTop(page: Page) {
  return page.getByRole('feed').evaluate(async (feed) => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const deltas: number[] = []
    let blank = 0
    let before = await nextFrame()
    while (feed.scrollTop > 0) {
      feed.scrollTop -= feed.clientHeight * 4
      for (let rest = 0; rest < 2; rest += 1) {
        const now = await nextFrame()
        deltas.push(now - before)
        before = now
        const { left, top, width, height } = feed.getBoundingClientRect()
        const inMiddle = document.elementFromPoint(left + width / 2, top + height / 2)
        if (!inMiddle?.closest('[data-index]')) blank += 1
      }
    }
    const sorted = deltas.sort((one, other) => one - other)
    const at = (share: number) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
    return { frames: sorted.length, p50: at(0.5), p95: at(0.95), longest: at(1), blank }
  })
}
