import type { AnyTRPCProcedure } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appRouter } from '../../server/api/root'
import { PERMISSIONS } from '../../server/auth/permissions'
import { OperatorRole } from '../../server/schemas/setup'
import { call } from '../support/call'
import { type TestOperator, type TestServer, testServer } from '../support/server'

// tRPC keeps this record flat, by path.
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)
const PUBLIC = ['members.acceptLink', 'members.openLink', 'setup.complete', 'setup.state']

interface Access {
  isPublic?: boolean
  key?: string | null
  operator?: string | null
}
const accessOf = (procedure: AnyTRPCProcedure) => (procedure._def.meta as { access?: Access } | undefined)?.access

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

describe('access', () => {
  it('is declared by every procedure', () => {
    expect(procedures.length).toBeGreaterThan(20)
    for (const [path, procedure] of procedures) {
      const access = accessOf(procedure)
      expect([path, access]).toEqual([path, expect.any(Object)])
      const isDeclared = access?.isPublic === true || (access?.key !== undefined && access.operator !== undefined)
      expect([path, isDeclared]).toEqual([path, true])
    }
    expect(
      procedures
        .filter(([, procedure]) => accessOf(procedure)?.isPublic)
        .map(([path]) => path)
        .sort(),
    ).toEqual(PUBLIC)
  })

  it('is refused to whoever is not signed in, before the input is looked at', async () => {
    for (const [path] of procedures.filter(([name]) => !PUBLIC.includes(name))) {
      const answer = await call(server, path, { body: '{"nonsense":true}' })
      expect([path, answer.status, answer.code]).toEqual([path, 401, 'UNAUTHENTICATED'])
    }
  })

  it('of a key follows its rights', async () => {
    for (const right of ['read', 'write', 'delete', 'admin'] as const) {
      const key = await server.createKey({ kind: 'all' }, [right])
      for (const [path, procedure] of procedures) {
        const access = accessOf(procedure)
        if (access?.isPublic) continue
        const answer = await call(server, path, { key, body: '"no object"' })
        const isAllowed = access?.key === right
        expect([path, right, answer.code === 'FORBIDDEN']).toEqual([path, right, !isAllowed])
      }
    }
  })

  it('of a person follows the role', async () => {
    for (const role of OperatorRole.options) {
      const operator: TestOperator = await server.createOperator(role)
      for (const [path, procedure] of procedures) {
        const access = accessOf(procedure)
        if (access?.isPublic) continue
        const answer = await call(server, path, { cookie: operator.cookie, body: '"no object"' })
        const isAllowed = PERMISSIONS[role].some((permission) => permission === access?.operator)
        expect([path, role, answer.code === 'FORBIDDEN']).toEqual([path, role, !isAllowed])
      }
    }
  }, 60_000)
})
