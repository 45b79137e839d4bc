import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** What the lockfile says of one package at one place. */
export interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  /** Needed by a package that may be left out, and for building and testing. */
  devOptional?: boolean
  link?: boolean
  hasInstallScript?: boolean
}

interface Component {
  type: 'library'
  'bom-ref': string
  name: string
  version: string
  purl: string
  scope: 'required' | 'optional' | 'excluded'
  licenses: { expression: string }[]
  hashes: { alg: string; content: string }[]
}

/** The name under which a package lies at a place of the lockfile. */
export function nameAt(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/**
 * All packages of a lockfile as a CycloneDX 1.6 bill of materials, each version once, in a fixed order: the same lockfile
 * gives the same text. What only building and testing needs is `excluded`.
 */
export function billOfMaterials(packages: Readonly<Record<string, LockedPackage>>) {
  const components = new Map<string, Component>()
  for (const [place, locked] of Object.entries(packages)) {
    if (place === '' || locked.link || locked.version === undefined) continue
    const component = componentOf(nameAt(place), locked.version, locked)
    const known = components.get(component.purl)
    if (!known || known.scope === 'excluded') components.set(component.purl, component)
  }
  const sorted = [...components.values()].sort((one, two) => (one.purl < two.purl ? -1 : 1))
  return { bomFormat: 'CycloneDX' as const, specVersion: '1.6' as const, version: 1, components: sorted }
}

function componentOf(name: string, version: string, locked: LockedPackage): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const needed = locked.optional || locked.devOptional ? 'optional' : 'required'
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: locked.dev ? 'excluded' : needed,
    licenses: locked.license === undefined ? [] : [{ expression: locked.license }],
    hashes: hashesOf(locked.integrity),
  }
}

/** `sha512-<base64>` as CycloneDX writes it. */
function hashesOf(integrity = ''): Component['hashes'] {
  const [algorithm, digest] = integrity.split('-', 2)
  if (algorithm !== 'sha512' || digest === undefined) return []
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }]
}

/** Writes the bill of this project to the file that is named, or to the standard output. */
function writeBill(file: string | undefined): void {
  // The file is npm's own, in its version 3.
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const text = `${JSON.stringify(billOfMaterials(packages), null, 2)}\n`
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(file, text)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeBill(process.argv[2])
