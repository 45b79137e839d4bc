import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { billOfMaterials, type LockedPackage, nameAt } from '../../scripts/bill-of-materials'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.custom<LockedPackage>((value) => typeof value === 'object'),
    ),
  })
  .parse(read('package-lock.json'))
const { allowScripts } = z.object({ allowScripts: z.record(z.string(), z.boolean()) }).parse(read('package.json'))
const { licences, exceptions } = z
  .strictObject({
    licences: z.array(z.string()),
    exceptions: z.array(z.strictObject({ package: z.string(), licence: z.string(), reason: z.string().min(20) })),
  })
  .parse(read('supply-chain.json'))
const locked = Object.entries(packages).filter(([place, { link }]) => place !== '' && !link)

/** Whether a licence, or an expression of several, is one that may come along. */
function isAllowed(expression: string | undefined, more: readonly string[] = []): boolean {
  if (expression === undefined) return false
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  const isOne = (licence: string) => licences.includes(licence) || more.includes(licence)
  const every = plain.split(/ and /i)
  return plain.split(/ or /i).some(isOne) || every.every(isOne) || isOne(plain)
}

function exceptionsOf(name: string): string[] {
  return exceptions
    .filter(({ package: known }) => known === name || (known.endsWith('/*') && name.startsWith(known.slice(0, -1))))
    .map(({ licence }) => licence)
}

describe('packages of others', () => {
  it('have a licence that is allowed, or a reason why not', () => {
    const wrong = locked.flatMap(([place, { license }]) => {
      const more = exceptionsOf(nameAt(place))
      return isAllowed(license ?? more[0], more) ? [] : [`${place}: ${license}`]
    })
    expect(wrong).toEqual([])
    for (const licence of ['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-3.0', 'SSPL-1.0', undefined]) {
      expect([licence, isAllowed(licence)]).toEqual([licence, false])
    }
    expect(isAllowed('(AFL-2.1 OR BSD-3-Clause)')).toBe(true)
  })

  it('have no exception that nothing needs', () => {
    const names = locked.map(([place]) => nameAt(place))
    const needed = new Set(names.flatMap((name) => (exceptionsOf(name).length > 0 ? exceptionsOf(name) : [])))
    for (const { licence } of exceptions) expect(needed).toContain(licence)
  })

  it('run nothing while they are installed', () => {
    const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameAt(place))
    expect(running.length).toBeGreaterThan(0)
    for (const name of running) expect([name, allowScripts[name]]).toEqual([name, false])
    expect(Object.values(allowScripts)).not.toContain(true)
  })

  it('are held to their bytes', () => {
    const loose = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)
    // What another package has inside it comes, and is checked, with that one.
    expect(loose.filter((place) => !('inBundle' in (packages[place] ?? {})))).toEqual([])
  })

  it('stand in the bill of materials, each version once, the same at each run', () => {
    const bill = billOfMaterials(packages)
    expect(JSON.stringify(billOfMaterials(packages))).toBe(JSON.stringify(bill))
    const versions = new Set(locked.map(([place, { version }]) => `${nameAt(place)} ${version}`))
    expect(bill.components.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([...versions].sort())
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    const next = bill.components.find(({ name }) => name === 'next')
    expect(next).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/next@\d/),
      scope: 'required',
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
    })
    expect(bill.components.find(({ name }) => name === 'knip')?.scope).toBe('excluded')
    expect(bill.components.find(({ name }) => name === '@prisma/client')?.purl).toContain('pkg:npm/%40prisma/client@')
  })
})

/** What only a secret looks like. The parts stand apart so that this file is none. */
const SECRETS: Record<string, RegExp> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a key of a cloud': /\b(AKIA|ASIA)[A-Z0-9]{16}\b/,
  'a token of a code host': /\b(gh[pousr]_[A-Za-z0-9]{36}|glpat-[\w-]{20}|github_pat_\w{40})/,
  'a token of a registry': /\bnpm_[A-Za-z0-9]{36}\b|_authToken=\w/,
  'a key of a model': /\bsk-(proj-|ant-)?[A-Za-z0-9_-]{32,}/,
  'a token of a chat': /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  'a signed token': /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/,
}

/** Every secret in a text, by its kind. */
function secretsIn(text: string): string[] {
  return Object.entries(SECRETS).flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))
}

describe.skipIf(!existsSync('.git'))('files that are kept', () => {
  it('hold no secret', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
    expect(files.length).toBeGreaterThan(500)
    const found = files.flatMap((file) =>
      existsSync(file) ? secretsIn(readFileSync(file, 'latin1')).map((kind) => `${file}: ${kind}`) : [],
    )
    expect(found).toEqual([])
    expect(files.filter((file) => /(^|\/)(\.env(\..*)?|.*\.(pem|p12|pfx|key))$/.test(file))).toEqual([])
  })

  it('would be found out', () => {
    const letters = 'Ab3'.repeat(16)
    expect(secretsIn(`-----BEGIN RSA ${'PRIVATE'} KEY-----`)).toEqual(['a private key'])
    expect(secretsIn(`AKIA${'Q7'.repeat(8)}`)).toEqual(['a key of a cloud'])
    expect(secretsIn(`ghp_${letters.slice(0, 36)}`)).toEqual(['a token of a code host'])
    expect(secretsIn(`key: sk-proj-${letters}`)).toEqual(['a key of a model'])
    expect(secretsIn('a task-oriented text without anything')).toEqual([])
  })
})
