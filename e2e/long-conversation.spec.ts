import type { Page } from '@playwright/test'
import { turns } from './support/conversations'
import { expect, test } from './support/test'

const COUNT = 10_000

test('10,000 messages open at the end and scroll to the top in order', async ({ page, agent }) => {
  await agent.memory.write({ sessionId: 'long', mode: 'append', messages: turns(COUNT / 2) })
  const { uid } = await agent.threads.get({ threadId: 'long' })
  const started = Date.now()
  await page.goto(`/threads/${uid}`)
  const last = page.getByRole('article', { name: `Assistant, message ${COUNT}` })
  await expect(last).toBeInViewport()
  const openedMs = Date.now() - started

  const { frames, p50, p95, longest, blank } = await fling(page)
  const told = `open ${openedMs} ms; ${frames} frames of a fling, p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms; ${blank} frames with a gap`
  test.info().annotations.push({ type: 'scrolling', description: told })
  console.log(`10,000 messages: ${told}`)
  expect(blank, 'frames of the fling in which part of the feed was empty').toBeLessThanOrEqual(frames * 0.05)
  const seqs = await seqsInPage(page)
  expect(seqs, 'in order, one after the other').toEqual(seqs.map((_, place) => (seqs[0] ?? 0) + place))

  await flyToTop(page)
  await expect(page.getByRole('article', { name: 'User, message 1', exact: true })).toBeInViewport()
  const atTop = await seqsInPage(page)
  expect(atTop, 'from the first, one after the other').toEqual(atTop.map((_, place) => place + 1))

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

/** As a hand on a wheel does: up by one and a half screens, a frame of rest, and again, for 150 screens. */
function fling(page: Page) {
  return page.getByRole('feed').evaluate(async (feed) => {
    // After the frame: what the browser has laid out and measured by then is what is painted.
    const nextFrame = () =>
      new Promise<number>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        requestAnimationFrame((now) => {
          port1.onmessage = () => resolve(now)
          port2.postMessage(null)
        })
      })
    const { left, top, width, height } = feed.getBoundingClientRect()
    const hasGap = () =>
      [0.05, 0.5, 0.95].some(
        (share) => !document.elementFromPoint(left + width / 2, top + height * share)?.closest('[data-index]'),
      )
    const deltas: number[] = []
    let blank = 0
    let before = await nextFrame()
    for (let screens = 0; screens < 150; screens += 1.5) {
      feed.scrollTop -= feed.clientHeight * 1.5
      for (let rest = 0; rest < 2; rest += 1) {
        const now = await nextFrame()
        deltas.push(now - before)
        before = now
        if (hasGap()) blank += 1
      }
    }
    const sorted = deltas.sort((one, other) => one - other)
    const at = (share: number) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
    return { frames: sorted.length, p50: at(0.5), p95: at(0.95), longest: at(1), blank }
  })
}

/** The rest of the way, in leaps. */
function flyToTop(page: Page): Promise<void> {
  return page.getByRole('feed').evaluate(async (feed) => {
    while (feed.scrollTop > 0) {
      feed.scrollTop -= feed.clientHeight * 16
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}
