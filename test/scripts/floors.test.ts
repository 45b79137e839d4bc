import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const floors = z
  .array(z.strictObject({ package: z.string(), minimum: z.string(), advisory: z.string() }))
  .parse(JSON.parse(readFileSync('floors.json', 'utf8')))
const { packages } = z
  .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

/** Every version of the package in the lockfile, also one that another package brings along. */
function lockedVersions(name: string): string[] {
  return Object.entries(packages).flatMap(([path, { version }]) =>
    version && (path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)) ? [version] : [],
  )
}

/** Whether the version is the minimum or later; a pre-release counts as earlier than its release. */
function reaches(version: string, minimum: string): boolean {
  const [numbers = '', preRelease] = version.split('-', 2)
  const found = numbers.split('.').map(Number)
  for (const [place, needed] of minimum.split('.').map(Number).entries()) {
    const number = found[place] ?? 0
    if (number !== needed) return number > needed
  }
  return preRelease === undefined
}

describe('the lockfile', () => {
  it.each(floors)('holds $package at $minimum or later ($advisory)', ({ package: name, minimum }) => {
    const versions = lockedVersions(name)
    expect(versions.length).toBeGreaterThan(0)
    expect(versions.filter((version) => !reaches(version, minimum))).toEqual([])
  })

  it('is compared number by number', () => {
    expect(reaches('16.10.0', '16.4.5')).toBe(true)
    expect(reaches('16.4.4', '16.4.5')).toBe(false)
    expect(reaches('17.0.0', '16.4.5')).toBe(true)
    expect(reaches('16.4.5-beta.1', '16.4.5')).toBe(false)
  })
})
