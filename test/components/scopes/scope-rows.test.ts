import { describe, expect, it } from 'vitest'
import { groupByTenant } from '../../../components/scopes/scope-rows'

const scope = (tenant: string, subject: string, threads: number, lastMessageAt: string | null = null) => ({
  scope: { tenant, subject },
  threads,
  messages: threads * 10,
  tokens: threads * 100,
  lastMessageAt,
})
const whole = { hasMore: false, isFiltered: false }

describe('scopes under their tenants', () => {
  it('sums what the scopes hold and takes the newest time', () => {
    const rows = groupByTenant(
      [
        scope('acme', '', 1, '2026-11-01T00:00:00.000Z'),
        scope('acme', 'u', 2, '2026-11-30T00:00:00.000Z'),
        scope('b', 'x', 3),
      ],
      whole,
    )
    expect(rows.map(({ kind, tenant, subject, threads }) => [kind, tenant, subject, threads])).toEqual([
      ['tenant', 'acme', '', 3],
      ['scope', 'acme', '', 1],
      ['scope', 'acme', 'u', 2],
      ['tenant', 'b', '', 3],
      ['scope', 'b', 'x', 3],
    ])
    expect(rows[0]).toMatchObject({ tokens: 300, lastMessageAt: '2026-11-30T00:00:00.000Z', isPartial: false })
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
  })

  it('says that sums are not whole while more may come', () => {
    const scopes = [scope('a', '1', 1), scope('b', '1', 1)]
    const tenants = (rows: ReturnType<typeof groupByTenant>) =>
      rows.filter((row) => row.kind === 'tenant').map((row) => row.isPartial)
    expect(tenants(groupByTenant(scopes, { hasMore: true, isFiltered: false }))).toEqual([false, true])
    expect(tenants(groupByTenant(scopes, { hasMore: false, isFiltered: true }))).toEqual([true, true])
  })
})
