import { afterAll, beforeAll, describe, test } from 'vitest'
import { BufferMemory } from '../../memory/providers/buffer'
import { CompositeMemory } from '../../memory/providers/composite'
import { Loci } from '../../sdk/client'
import { LociMemory } from '../../sdk/loci-memory'
import { memoryProviderContract } from '../../sdk/testing'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
let key: string
let made = 0

beforeAll(async () => {
  server = await testServer()
  key = await server.createKey()
})
afterAll(() => server.close())

/** Each case has a scope of its own. */
function lociMemory() {
  made += 1
  const scoped = new Loci({ url: server.url, key }).for({ tenant: 'contract', subject: `case ${made}` })
  return new LociMemory({ loci: scoped, agentName: 'support' })
}

memoryProviderContract(lociMemory, { describe, test, name: 'LociMemory against a server' })
memoryProviderContract(() => new CompositeMemory({ providers: [new BufferMemory(), lociMemory()] }), {
  describe,
  test,
  name: 'CompositeMemory of a buffer and a server',
})
