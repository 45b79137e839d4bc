import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperators } from '../../server/auth/operators'
import { openPools, type Pools } from '../../server/database/pools'
import { pageBridge } from '../../server/page-bridge'
import { callContext } from '../support/call-context'
import { type TestDatabase, testDatabase } from '../support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('what pages ask', () => {
  it('is answered without a database: nobody is signed in, and Loci is set up', async () => {
    const headers = new Headers({ cookie: 'loci.session=somebody.signature' })
    const bridgeOn = (pools: Pools) => {
      const services = callContext({ ...database, pools }, { kind: 'system' })
      const operators = createOperators({ pool: pools.application, secret: 'x'.repeat(40), log: services.log })
      return pageBridge({ services, operators })
    }
    const gone = openPools({ url: database.url, log: { warn: () => {} } })
    await gone.end()
    const bridge = bridgeOn(gone)
    expect(await Promise.all([bridge.viewer(headers), bridge.isSetUp()])).toEqual([null, true])
    const back = bridgeOn(database.pools)
    expect(await Promise.all([back.viewer(headers), back.isSetUp()])).toEqual([null, false])
  })

  it('is answered when the look-up fails in whatever way', async () => {
    const services = callContext(database, { kind: 'system' })
    const find = () => Promise.reject(new Error('the statement took too long'))
    expect(
      await pageBridge({ services, operators: { find } }).viewer(new Headers({ cookie: 'loci.session=x' })),
    ).toBeNull()
  })
})
