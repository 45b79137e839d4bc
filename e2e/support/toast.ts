import type { Locator, Page } from '@playwright/test'

/** What a toast says; a failure is also read out elsewhere in the page. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text)
}
