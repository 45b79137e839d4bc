import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCallerFactory } from '../../../server/api/procedure'
import { threadsRouter } from '../../../server/api/threads-router'
import { callContext, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { ownerQuery } from '../../support/owner-query'
import { assistant, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('the audit log tells who forked what, without titles', async () => {
  const lead = createCallerFactory(threadsRouter)(callContext(database, operatorOf('lead')))
  const scope = { tenant: 'forks-audit', subject: 'somebody' }
  const uid = await seedWrite(database, { scope, threadId: 'audited', messages: [user('Hello'), assistant('Hi')] })
  await lead.update({ uid, title: 'private words' })
  const { thread } = await lead.fork({ scope, fromThreadId: 'audited', threadId: 'audited-fork' })
  const events = await ownerQuery(
    database,
    'SELECT actor_id, action, object_id, details FROM audit_event WHERE tenant = $1',
    [scope.tenant],
  )
  expect(events).toMatchObject([{ actor_id: 'operator-lead', action: 'threads.fork', object_id: thread?.uid }])
  expect(JSON.stringify(events)).not.toContain('private')
})
