import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { turns } from './support/conversations'
import { expect, test } from './support/test'
import { toast } from './support/toast'

const requestId = 'request-0123456789'

/** An answer such as the server's own when something in it is broken. */
const broken = (route: Route) =>
  route.fulfill({
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify({
      error: {
        message: 'Something went wrong.',
        code: -32603,
        data: { code: 'INTERNAL', retryable: false, requestId, httpStatus: 500, path: null },
      },
    }),
  })

const screens = [
  {
    procedure: 'threads.list',
    address: '/threads',
    title: 'The threads could not be loaded',
    shows: ['grid', 'Threads'],
  },
  {
    procedure: 'scopes.tenants',
    address: '/scopes',
    title: 'The scopes could not be loaded',
    shows: ['treegrid', 'Scopes'],
  },
  {
    procedure: 'overview.activity',
    address: '/overview',
    title: 'The figures could not be loaded',
    shows: ['region', 'Figures'],
  },
  { procedure: 'agents.list', address: '/agents', title: 'The agents could not be loaded', shows: ['table'] },
  { procedure: 'jobs.list', address: '/jobs', title: 'The jobs could not be loaded', shows: ['grid', 'Jobs'] },
  { procedure: 'members.list', address: '/members', title: 'The members could not be loaded', shows: ['table'] },
  {
    procedure: 'retention.list',
    address: '/data?tab=retention',
    title: 'The rules could not be loaded',
    shows: ['tab', 'Retention'],
  },
  {
    procedure: 'holds.list',
    address: '/data?tab=holds',
    title: 'The holds could not be loaded',
    shows: ['tab', 'Legal holds'],
  },
  {
    procedure: 'audit.list',
    address: '/audit',
    title: 'The audit log could not be loaded',
    shows: ['grid', 'Audit log'],
  },
  { procedure: 'keys.list', address: '/keys', title: 'The keys could not be loaded', shows: ['table'] },
] as const

for (const {
  procedure,
  address,
  title,
  shows: [role, name],
} of screens) {
  test(`${address}: an error says what, keeps its request id and tries again`, async ({ page, agent }) => {
    await agent.memory.write({ sessionId: 'one', agentName: 'support', messages: turns(1) })
    await agent.exports.start({ dryRun: true })
    const calls = `**/api/trpc/**${procedure}*`
    await page.route(calls, broken)
    await page.goto(address)
    const alert = page.getByRole('alert').filter({ hasText: title })
    await expect(alert).toBeVisible()
    await expect(alert.getByText(requestId)).toBeVisible()
    await expectAccessible(page, `${address}, error`)
    await page.unroute(calls)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)
    await expect(page.getByRole(role, { name })).toBeVisible()
  })
}

test('/inbox: an error says what, keeps its request id and tries again', async ({ page }) => {
  await page.route('**/api/trpc/inbox.list*', broken)
  await page.goto('/inbox')
  const alert = page.getByRole('alert').filter({ hasText: 'The inbox could not be loaded' })
  await expect(alert.getByText(requestId)).toBeVisible()
  await page.unroute('**/api/trpc/inbox.list*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'All read' })).toBeVisible()
})

test('a server that does not answer is said so, and the filters are kept', async ({ page, agent, scope }) => {
  await agent.memory.write({ sessionId: 'one', messages: turns(1) })
  await page.route('**/api/trpc/threads.list*', (route) => route.abort())
  await page.goto(`/threads?tenant=${scope.tenant}&q=parcel`)
  const alert = page.getByRole('alert').filter({ hasText: 'The threads could not be loaded' })
  await expect(alert.getByText(/The server does not answer/)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search in messages' })).toHaveValue('parcel')
  await page.unroute('**/api/trpc/threads.list*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('grid', { name: 'Threads' })).toBeVisible()
})

test('messages that could not be loaded leave the rest of the thread, and come by another try', async ({
  page,
  agent,
}) => {
  await agent.memory.write({ sessionId: 'one', messages: turns(2) })
  const { uid } = await agent.threads.get({ threadId: 'one' })
  await page.route('**/api/trpc/messages.list*', broken)
  await page.goto(`/threads/${uid}`)
  const alert = page.getByRole('alert').filter({ hasText: 'Some messages could not be loaded' })
  await expect(alert.getByText(requestId)).toBeVisible()
  await expect(page.getByRole('region', { name: 'What the agent sees' })).toBeVisible()
  await page.unroute('**/api/trpc/messages.list*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article', { name: 'Assistant, message 4' })).toBeVisible()
})

test('a deletion that failed says so and the thread stays', async ({ page, agent, scope }) => {
  await agent.memory.write({ sessionId: 'one', messages: turns(1) })
  await agent.threads.update({ threadId: 'one', title: 'Thread one' })
  await page.goto(`/threads?tenant=${scope.tenant}`)
  await page.getByRole('checkbox', { name: 'Select Thread one' }).click()
  await routeMutations(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'The thread was not deleted')).toBeVisible()
  await expect(toast(page, new RegExp(requestId))).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Threads' }).getByRole('link', { name: 'Thread one' })).toBeVisible()
})

async function routeMutations(page: Page): Promise<void> {
  await page.route(/\/api\/trpc\/threads\.(delete|bulkDelete)/, broken)
}
