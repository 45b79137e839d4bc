import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { expect, nobody, test } from './support/test'

test.use({ storageState: nobody })

test('each page has a policy with a nonce of its own, which all its scripts carry', async ({ page, request }) => {
  const nonces = new Set<string>()
  for (const address of ['/sign-in', '/sign-in', '/no-such-page']) {
    const answer = await page.goto(address)
    const headers = answer?.headers() ?? {}
    const policy = headers['content-security-policy'] ?? ''
    const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(nonce.length).toBeGreaterThan(16)
    nonces.add(nonce)
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    expect(headers['x-request-id']).toBeTruthy()
    expect(headers['x-powered-by']).toBeUndefined()
    const html = (await answer?.text()) ?? ''
    const bare = (html.match(/<script(?![^>]*\snonce=)[^>]*>/g) ?? []).filter((tag) => !/type="application\//.test(tag))
    expect(bare, 'scripts without the nonce').toEqual([])
  }
  expect(nonces.size).toBe(3)

  const health = await request.get('/api/health/ready')
  expect(health.headers()['content-security-policy']).toContain("default-src 'none'")
})

test('without a session each place leads to sign-in, and back to where one wanted to be', async ({ page, admin }) => {
  await page.goto('/sign-in')
  await expectAccessible(page, 'sign-in')
  for (const address of [
    '/threads',
    '/scopes',
    '/agents',
    '/keys',
    '/trash',
    '/threads/00000000-0000-7000-8000-000000000000',
  ]) {
    await page.goto(address)
    await expect(page).toHaveURL(new RegExp(`/sign-in\\?next=${encodeURIComponent(address)}`))
  }
  await page.goto('/agents?text=support')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fagents%3Ftext%3Dsupport/)
  await signIn(page, admin)
  await expect(page).toHaveURL(/\/agents\?text=support$/)
})

for (const next of [
  'https://elsewhere.invalid/',
  '//elsewhere.invalid/',
  '/\\elsewhere.invalid/',
  '/\t/elsewhere.invalid',
  '/%09/elsewhere.invalid',
  'javascript:alert(1)',
  '/api/auth/sign-out',
]) {
  test(`next=${next} does not lead away`, async ({ page, admin, product }) => {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await signIn(page, admin)
    await expect(page).not.toHaveURL(/sign-in/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(product.url)
  })
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
