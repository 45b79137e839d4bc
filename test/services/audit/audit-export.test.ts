import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendAuditEvents } from '../../../server/store/audit'
import { send } from '../../support/call'
import { operatorOf } from '../../support/call-context'
import { ownerQuery } from '../../support/owner-query'
import { type TestOperator, type TestServer, testServer } from '../../support/server'

let server: TestServer
let auditor: TestOperator
beforeAll(async () => {
  server = await testServer()
  auditor = await server.createOperator('auditor')
})
afterAll(() => server.close())

async function append(tenant: string, count: number, details: Record<string, unknown> = {}): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    ...{ tenant, action: 'threads.delete', objectKind: 'thread', objectId: '=1+1', details },
  }))
  await appendAuditEvents(server.services.database.pools.application, { principal: operatorOf('admin') }, events)
}
const fetched = (address: string, cookie = auditor.cookie) => send(server, `/api/exports/${address}`, { cookie })
const linesOf = (text: string) => text.trimEnd().split('\n')

describe('the audit log as a file', () => {
  it('has all lines that match and no other, over pages, with their seals', async () => {
    await append('acme', 2_300, { before: { on: true }, after: null })
    await append('other', 1)
    const { status, text, headers } = await fetched('audit.ndjson?tenant=acme')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
    expect(headers.get('content-disposition')).toMatch(/loci-audit-\d{4}-\d\d-\d\d\.ndjson/)
    const lines = linesOf(text).map((line) => JSON.parse(line))
    expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: 2_300 }, (_, place) => 2_300 - place))
    expect(lines[0]).toMatchObject({ tenant: 'acme', details: { before: { on: true }, after: null } })
    const [newest] = await ownerQuery<{ hash: string }>(
      server.services.database,
      `select encode(hash, 'hex') as hash from audit_event where tenant = 'acme' order by number desc limit 1`,
    )
    expect(lines[0].hash).toBe(newest?.hash)
  })

  it('is a table without formulas', async () => {
    await append('formulas', 1, { note: '=cmd' })
    const { text } = await fetched('audit.csv?tenant=formulas')
    const [head, row] = text.split('\r\n')
    expect(head).toMatch(/^\uFEFF?tenant,number,at,/)
    expect(row).toContain(`"'=1+1"`)
    expect(row).not.toMatch(/(^|,)"?[=+@]/)
  })

  it('stands in the log itself', async () => {
    const { id, cookie } = await server.createOperator('auditor')
    await fetched('audit.csv?outcome=refused', cookie)
    const rows = await ownerQuery<{ details: string }>(
      server.services.database,
      `select details from audit_event where action = 'audit.export' and actor_id = $1`,
      [id],
    )
    expect(rows.map(({ details }) => JSON.parse(details))).toEqual([{ format: 'csv', filters: { outcome: 'refused' } }])
  })

  it('is nothing for others, and holds the lines of their tenants for those who are limited', async () => {
    await append('seen', 1)
    for (const role of ['observer', 'reviewer', 'lead', 'developer'] as const) {
      const { cookie } = await server.createOperator(role)
      expect((await fetched('audit.ndjson', cookie)).code).toBe('FORBIDDEN')
    }
    expect((await send(server, '/api/exports/audit.csv', { key: await server.createKey() })).code).toBe('FORBIDDEN')
    expect((await send(server, '/api/exports/audit.csv')).status).toBe(401)
    const limited = await server.createOperator('auditor')
    await ownerQuery(server.services.database, `update operator set tenants = '{seen}' where id = $1`, [limited.id])
    const { text } = await fetched('audit.ndjson', limited.cookie)
    expect(linesOf(text).map((line) => JSON.parse(line).tenant)).toEqual(['seen'])
  })

  it('refuses a filter that there is not', async () => {
    expect((await fetched('audit.csv?tenat=acme')).code).toBe('INVALID_INPUT')
    expect((await fetched('audit.csv?outcome=perhaps')).code).toBe('INVALID_INPUT')
  })
})
