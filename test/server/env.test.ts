import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEnvironment, systemEnvironment } from '../../server/env'
import { StartupError } from '../../server/startup-error'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'loci env '))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const secret = 'a secret of thirty-two characters or more'

describe('readEnvironment', () => {
  it('has a default for everything', () => {
    expect(readEnvironment({ LOCI_SECRET: secret })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      dataDir: resolve('.data'),
      admin: undefined,
      apiKey: undefined,
      secret,
      models: { baseUrl: undefined, apiKey: undefined, summary: undefined, embedding: undefined },
      limits: { callsPerKey: undefined, callsPerAddress: undefined },
      development: false,
    })
  })

  it('reads every variable', () => {
    const environment = readEnvironment({
      PORT: '0',
      HOST: '::1',
      DATABASE_URL: 'postgres://app:one@db/loci',
      DATABASE_OWNER_URL: 'postgresql://owner:two@db/loci',
      LOCI_DATA_DIR: dataDir,
      LOCI_ADMIN_EMAIL: 'ada@example.com',
      LOCI_ADMIN_PASSWORD: 'long enough',
      LOCI_API_KEY: 'k'.repeat(32),
      LOCI_SECRET: secret,
      OPENAI_BASE_URL: 'http://localhost:11434/v1',
      OPENAI_API_KEY: 'key',
      LOCI_SUMMARY_MODEL: 'small',
      LOCI_EMBEDDING_MODEL: 'tiny',
      LOCI_KEY_CALLS_PER_MINUTE: '600',
      LOCI_ADDRESS_CALLS_PER_MINUTE: '1200',
      NODE_ENV: 'development',
    })
    expect(environment).toEqual({
      port: 0,
      host: '::1',
      databaseUrl: 'postgres://app:one@db/loci',
      databaseOwnerUrl: 'postgresql://owner:two@db/loci',
      dataDir,
      admin: { email: 'ada@example.com', password: 'long enough' },
      apiKey: 'k'.repeat(32),
      secret,
      models: { baseUrl: 'http://localhost:11434/v1', apiKey: 'key', summary: 'small', embedding: 'tiny' },
      limits: { callsPerKey: 600, callsPerAddress: 1200 },
      development: true,
    })
    expect(Object.isFrozen(environment) && Object.isFrozen(environment.models)).toBe(true)
  })

  it('takes an empty variable as absent', () => {
    expect(readEnvironment({ PORT: '', HOST: ' ', DATABASE_URL: '', LOCI_SECRET: secret })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
    })
  })

  it.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '3000x' }],
    ['HOST', { HOST: 'two hosts' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/loci' }],
    ['DATABASE_URL', { DATABASE_URL: 'localhost' }],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'postgres://owner@db/loci' }],
    ['LOCI_ADMIN_EMAIL', { LOCI_ADMIN_EMAIL: 'ada', LOCI_ADMIN_PASSWORD: 'long enough' }],
    ['LOCI_ADMIN_PASSWORD', { LOCI_ADMIN_EMAIL: 'ada@example.com' }],
    ['LOCI_ADMIN_EMAIL', { LOCI_ADMIN_PASSWORD: 'long enough' }],
    ['LOCI_API_KEY', { LOCI_API_KEY: 'short' }],
    ['LOCI_API_KEY', { LOCI_API_KEY: `${'k'.repeat(32)} space` }],
    ['LOCI_SECRET', { LOCI_SECRET: 'short' }],
    ['OPENAI_BASE_URL', { OPENAI_BASE_URL: 'ftp://models' }],
  ])('names %s in one line and never shows a value: %o', (variable, source) => {
    const read = () => readEnvironment({ LOCI_DATA_DIR: dataDir, LOCI_SECRET: secret, ...source })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(new RegExp(`^.*${variable}.*$`))
    const value = Object.values(source)[0] ?? ''
    expect(read).not.toThrow(value)
  })

  it('makes a secret once and keeps it for this user alone', () => {
    const first = readEnvironment({ LOCI_DATA_DIR: dataDir }).secret
    expect(first.length).toBeGreaterThanOrEqual(43)
    expect(readEnvironment({ LOCI_DATA_DIR: dataDir }).secret).toBe(first)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(first)
    if (process.platform !== 'win32') expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  })

  it('says one line when the data folder cannot be made', () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(() => readEnvironment({ LOCI_DATA_DIR: join(dataDir, 'file', 'below') })).toThrow(/LOCI_DATA_DIR/)
  })
})

describe('systemEnvironment', () => {
  it('passes no secret on', () => {
    const passed = systemEnvironment({ PATH: '/bin', OPENAI_API_KEY: 'key', DATABASE_URL: 'postgres://x' })
    expect(Object.entries(passed).filter(([, value]) => value)).toEqual([
      ['NODE_ENV', 'production'],
      ['PATH', '/bin'],
    ])
  })
})
