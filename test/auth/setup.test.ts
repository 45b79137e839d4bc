import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertPassword } from '../../server/auth/password-rules'
import { prepareSetup } from '../../server/services/setup/prepare-setup'
import { call } from '../support/call'
import { type TestServer, testServer } from '../support/server'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

const person = { email: 'Ada@Example.com', name: 'Ada', password: 'a long enough one' }
const complete = (body: object) => call(server, 'setup.complete', { body, headers: { origin: server.url } })

describe('set-up', () => {
  it('makes the first admin once, and signs them in', async () => {
    expect((await call(server, 'setup.state')).data).toEqual({ isSetUp: false })
    const setup = await prepareSetup(server.services, undefined)
    const token = setup?.token ?? ''

    const wrong = await complete({ ...person, token: 'x'.repeat(32) })
    expect([wrong.status, wrong.code]).toEqual([403, 'FORBIDDEN'])
    const weak = await complete({ ...person, token, password: 'password123' })
    expect([weak.status, weak.code]).toEqual([400, 'INVALID_INPUT'])

    const answers = await Promise.all(Array.from({ length: 4 }, () => complete({ ...person, token })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409])
    const done = answers.find((answer) => answer.status === 200)
    const cookie = done?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await call(server, 'viewer.get', { cookie })).data).toMatchObject({
      email: 'ada@example.com',
      role: 'admin',
    })

    expect((await call(server, 'setup.state')).data).toEqual({ isSetUp: true })
    const again = await complete({ ...person, email: 'eve@example.com', token })
    expect([again.status, again.code]).toEqual([409, 'CONFLICT'])
    expect(await prepareSetup(server.services, undefined)).toBeUndefined()
  })

  it('takes the newest link only', async () => {
    const first = await prepareSetup(server.services, undefined)
    const second = await prepareSetup(server.services, undefined)
    expect((await complete({ ...person, token: first?.token })).code).toBe('FORBIDDEN')
    expect((await complete({ ...person, token: second?.token })).status).toBe(200)
  })

  it('is not needed where the start was given an admin', async () => {
    const admin = { email: 'admin@example.com', password: 'given at the start' }
    expect(await prepareSetup(server.services, admin)).toBeUndefined()
    expect((await call(server, 'setup.state')).data).toEqual({ isSetUp: true })
    await expect(prepareSetup(server.services, { ...admin, password: 'another' })).resolves.toBeUndefined()
  })

  it('names the variable when the given password is too weak', async () => {
    const admin = { email: 'admin@example.com', password: 'password1' }
    await expect(prepareSetup(server.services, admin)).rejects.toThrow(/^LOCI_ADMIN_PASSWORD/)
  })
})

describe('a password', () => {
  it.each(['short', 'password123', 'Passw0rd!!!', '1234567890', 'aaaaaaaaaaaa', 'qwertyuiop', 'ada@example.com'])(
    '%s is refused',
    (password) => {
      expect(() => assertPassword(password, 'Ada@example.com')).toThrow()
    },
  )
  it.each(['a long enough one', 'x7#Kq9!vLmPz', 'vier Wörter am Stück', 'åååbcdefghi'])('%s is taken', (password) => {
    expect(() => assertPassword(password, 'ada@example.com')).not.toThrow()
  })
})
