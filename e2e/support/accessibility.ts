import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const everyRule = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const rulesOfColour = { type: 'rule' as const, values: ['color-contrast'] }

const pictures = fileURLToPath(new URL('../../.test/screens/', import.meta.url))

/**
 * No violation of WCAG 2.2 A and AA that a machine can find, in light and, as far as colour goes, in dark. A picture of
 * each stays in `.test/screens`, named by screen, width and theme.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await untilStill(page)
    await page.screenshot({ path: `${pictures}${pictureName(page, screen)}-${colorScheme}.png` })
    const runOnly = colorScheme === 'dark' ? rulesOfColour : everyRule
    // The legacy mode opens no second page for each look; it differs only for frames of other origins, which no screen has.
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ runOnly, resultTypes: ['violations'], preload: false })
      .analyze()
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim()}`),
    )
    expect(found, `${screen}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

function pictureName(page: Page, screen: string): string {
  const words = screen.replaceAll(/ at \d+/g, '').replaceAll(/[^a-z0-9]+/gi, '-')
  return `${words.replaceAll(/^-|-$/g, '').toLowerCase()}-${page.viewportSize()?.width ?? 0}`
}

/** Until fonts are there and nothing moves, so that colours are what they will be. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' && document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
}
