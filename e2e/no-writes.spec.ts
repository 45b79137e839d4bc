import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type pg from 'pg'
import { toolTurn, turns } from './support/conversations'
import { inDatabaseOf } from './support/product-database'
import { expect, test } from './support/test'

/** What looking may write: who is here, and who looked at what. */
const MAY_CHANGE = new Set(['audit_event', 'operator_session'])
/** The process's own sweep: figures of what agents have done, a while after they did it, whether somebody looks or not. */
const OWN_WORK = new Set(['thread_sweep', 'activity', 'tenant_activity'])
/** Its other tables are written anew with the same content. */
const REWRITTEN = new Set(['scope_total', 'thread_signal'])
const OWN_SCHEMAS = ['pgboss', 'pg_catalog', 'information_schema']
/** Longer than between two looks of the background work, in ms. */
const STILL_MS = 7_000

interface Screen {
  name: string
  address: string
  ready: (page: Page) => Locator
  /** What is opened on it without meaning any change: menus, dialogs, tabs. */
  look?: (page: Page) => Promise<void>
}

test('no screen writes by being looked at, but audit and session rows', async ({
  page,
  agent,
  scope,
  call,
  product,
}) => {
  test.slow()
  const agentName = `agent of ${scope.tenant}`
  await call('agents.setWindow', { agentName, window: { strategy: 'sliding-window', maxTokens: 200, maxTurns: 5 } })
  await agent.memory.write({ sessionId: 'one', agentName, messages: [...turns(12), ...toolTurn] })
  await agent.memory.read({ sessionId: 'one', agentName })
  await agent.threads.update({ threadId: 'one', title: 'Thread one', tags: { topic: 'parcel' } })
  await agent.threads.fork({ threadId: 'fork', fromThreadId: 'one', lastMessages: 4 })
  await agent.memory.write({ sessionId: 'gone', messages: turns(1) })
  await agent.threads.delete({ threadId: 'gone' })
  const { uid } = await agent.threads.get({ threadId: 'one' })
  const beforeLastCall = new Date()
  const fork = await agent.threads.get({ threadId: 'fork' })
  await writeNote(page, uid)

  const isUseSaved = () => inDatabaseOf(product, (client) => isAnyKeyUsedSince(client, beforeLastCall))
  await expect.poll(isUseSaved, { timeout: 60_000 }).toBe(true)
  await untilStill(() => inDatabaseOf(product, tableStates))
  const before = await inDatabaseOf(product, tableStates)
  const screens = screensOf({ uid, forkUid: fork.uid, tenant: scope.tenant, agentName })
  const opened = new Set(screens.map(({ address }) => routeOf(address)))
  expect(
    routes().filter((route) => !opened.has(route)),
    'screens that this test does not open',
  ).toEqual([])
  for (const { name, address, ready, look } of screens) {
    await test.step(name, async () => {
      await page.goto(address)
      await expect(ready(page).first()).toBeVisible()
      await look?.(page)
    })
  }
  const after = await inDatabaseOf(product, tableStates)
  expect([...after.keys()]).toEqual([...before.keys()])
  expect(before.size).toBeGreaterThan(20)
  const changed = [...after].filter(([table, state]) => before.get(table) !== state).map(([table]) => table)
  expect(changed.filter((table) => !MAY_CHANGE.has(table))).toEqual([])
  // The agent's one read, and none of those that looked.
  await expect.poll(() => inDatabaseOf(product, (client) => readsOf(client, scope.tenant)), { timeout: 60_000 }).toBe(1)
})

/** A note of one's own, which also shows that the states differ when something is written. */
async function writeNote(page: Page, uid: string): Promise<void> {
  await page.goto(`/threads/${uid}?panel=notes`)
  await page.getByRole('textbox', { name: 'A note on the thread' }).fill('Something to look at')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1)
}

/** Times of last use are saved some seconds after the use, by themselves. */
async function isAnyKeyUsedSince(client: pg.Client, time: Date): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM api_key WHERE last_used_at >= $1', [time])
  return rows.length > 0
}

async function readsOf(client: pg.Client, tenant: string): Promise<number> {
  const { rows } = await client.query<{ reads: number }>(
    'SELECT coalesce(sum(reads), 0)::int AS reads FROM activity WHERE tenant = $1',
    [tenant],
  )
  return rows[0]?.reads ?? 0
}

/** Rows, their versions and their content of each table: any insert, update or delete moves one of them. */
async function tableStates(client: pg.Client): Promise<Map<string, string>> {
  const { rows: tables } = await client.query<{ name: string; quoted: string }>(
    `SELECT c.relname AS name, format('%I.%I', n.nspname, c.relname) AS quoted
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname <> ALL ($1) ORDER BY 1`,
    [OWN_SCHEMAS],
  )
  const states = new Map<string, string>()
  for (const { name, quoted } of tables.filter((table) => !OWN_WORK.has(table.name))) {
    const version = REWRITTEN.has(name) ? "''" : 't.xmin::text'
    const { rows } = await client.query<{ state: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(${version} || md5(t::text), ',' ORDER BY md5(t::text))), '') AS state
       FROM ${quoted} t`,
    )
    states.set(name, rows[0]?.state ?? '')
  }
  return states
}

/** What the agents' calls left to be done in the background has been done: two looks in a row see the same. */
async function untilStill(look: () => Promise<Map<string, string>>): Promise<void> {
  let before = ''
  const isStill = async () => {
    const now = JSON.stringify([...(await look())])
    const isSame = now === before
    before = now
    return isSame
  }
  await expect.poll(isStill, { timeout: 90_000, intervals: [STILL_MS] }).toBe(true)
}

/** All addresses of the desk, as its folders name them. */
function routes(): string[] {
  const desk = join(import.meta.dirname, '../app/(desk)')
  return readdirSync(desk, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx'))
    .map((file) => `/${dirname(file)}`)
}

/** The folder of an address. */
function routeOf(address: string): string {
  const [path = ''] = address.split('?')
  return path
    .replace(/[0-9a-f-]{36}/, '[uid]')
    .replace(/^\/scopes\/[^/]+/, '/scopes/[tenant]')
    .replace(/^(\/scopes\/\[tenant\])\/.+/, '$1/[subject]')
}

function screensOf(of: { uid: string; forkUid: string; tenant: string; agentName: string }): readonly Screen[] {
  const { uid, forkUid, tenant, agentName } = of
  const heading = (page: Page) => page.getByRole('heading', { level: 1 })
  const close = (page: Page) => page.keyboard.press('Escape')
  return [
    {
      name: 'threads',
      address: `/threads?tenant=${tenant}`,
      ready: (page) => page.getByRole('grid', { name: 'Threads' }).getByRole('link', { name: 'Thread one' }),
      look: async (page) => {
        await page.keyboard.press('j')
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill('parcel')
        await expect(page.getByRole('option', { name: /Thread one/ }).first()).toBeVisible()
        await close(page)
        await page.keyboard.press('?')
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
        await close(page)
      },
    },
    {
      name: 'threads, searched, with one beside',
      address: `/threads?tenant=${tenant}&q=parcel&peek=${uid}`,
      ready: (page) =>
        page.getByRole('complementary', { name: 'The thread that is looked at' }).getByRole('article').last(),
    },
    {
      name: 'conversation',
      address: `/threads/${uid}`,
      ready: (page) => page.getByRole('article').last(),
      look: async (page) => {
        await page.keyboard.press('g')
        await page.keyboard.press('g')
        await expect(page.getByRole('article', { name: 'User, message 1', exact: true })).toBeFocused()
        await page.keyboard.press('x')
        for (const tab of ['Outline', 'Notes', 'About']) await page.getByRole('tab', { name: tab }).click()
        await page.keyboard.press('Shift+F')
        await expect(page.getByRole('dialog')).toBeVisible()
        await close(page)
        await page.keyboard.press('/')
        await page.getByRole('searchbox').first().fill('parcel')
        await expect(page.getByText(/ of \d+/).first()).toBeVisible()
      },
    },
    {
      name: 'conversation at a message',
      address: `/threads/${uid}?message=3`,
      ready: (page) => page.getByRole('article', { name: /, message 3$/ }),
    },
    { name: 'fork against its source', address: `/threads/${forkUid}/compare?with=${uid}`, ready: heading },
    { name: 'entries', address: `/threads/${uid}/entries`, ready: heading },
    { name: 'duplicates', address: '/duplicates', ready: heading },
    { name: 'import', address: '/import', ready: heading },
    { name: 'jobs', address: '/jobs', ready: heading },
    {
      name: 'inbox',
      address: '/inbox?all=true',
      ready: (page) => page.getByRole('heading', { name: 'Nothing for you yet' }),
    },
    { name: 'overview', address: '/overview', ready: heading },
    { name: 'review', address: '/review', ready: heading },
    { name: 'team', address: '/team', ready: heading },
    { name: 'one tenant', address: `/scopes/~${tenant}`, ready: heading },
    { name: 'one subject', address: `/scopes/~${tenant}/~user-1`, ready: heading },
    { name: 'scopes', address: `/scopes?q=${tenant}`, ready: (page) => page.getByText(tenant) },
    { name: 'agents', address: '/agents', ready: (page) => page.getByRole('link', { name: agentName }) },
    {
      name: 'agent',
      address: `/agents/named?name=${encodeURIComponent(agentName)}`,
      ready: (page) => page.getByRole('radio', { name: 'Own window' }),
    },
    { name: 'all agents', address: '/agents/default', ready: heading },
    { name: 'trash', address: `/trash?q=gone`, ready: (page) => page.getByRole('grid', { name: 'Trash' }) },
    { name: 'data', address: '/data', ready: heading },
    { name: 'retention', address: '/data?tab=retention', ready: heading },
    { name: 'keys', address: '/keys', ready: (page) => page.getByRole('table') },
    { name: 'members', address: '/members', ready: (page) => page.getByRole('table') },
    { name: 'audit log', address: '/audit', ready: (page) => page.getByRole('grid', { name: 'Audit log' }) },
    { name: 'account', address: '/account', ready: (page) => page.getByText('this one') },
    { name: 'API', address: '/docs/api', ready: heading },
  ]
}
