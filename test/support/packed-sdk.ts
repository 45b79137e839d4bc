import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)

export interface PackedSdk {
  /** A project that has installed the package and nothing else, away from this repository's own packages. */
  readonly project: string
  /** The package as it was installed there. */
  readonly installed: string
  remove(): void
}

/** Builds the SDK as a release does, packs it, and installs the package into an empty project, without a network. */
export async function packSdkAndInstall(): Promise<PackedSdk> {
  const root = process.cwd()
  // Not the folder that the server hands out from: another build may be at work on it.
  const outDir = '.test/packed-sdk'
  mkdirSync(join(root, outDir), { recursive: true })
  const program = `const { packSdk } = await import('./scripts/setup.mjs')
    process.exitCode = await packSdk({ outDir: ${JSON.stringify(outDir)}, env: {} })`
  await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })

  const project = mkdtempSync(join(tmpdir(), 'loci-sdk-'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'a-consumer', private: true, type: 'module' }))
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--cache', join(project, '.npm')]
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? { command: process.execPath, first: [process.env.npm_execpath] }
    : { command: 'npm', first: [] }
  await run(npm.command, [...npm.first, 'install', join(root, outDir, 'loci-sdk.tgz'), ...flags], { cwd: project })
  return {
    project,
    installed: join(project, 'node_modules/loci-sdk'),
    remove: () => rmSync(project, { recursive: true, force: true }),
  }
}

export interface Snippet {
  readonly name: string
  readonly code: string
}

/** The blocks of JavaScript and TypeScript of a page that use the SDK, as they stand there. */
export function snippetsOf(page: string): Snippet[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```(?:ts|js)\n(.*?)^```$/gms)]
  return blocks
    .map(([, code = ''], index) => ({ name: `${page.replaceAll('/', '-')}-${index + 1}`, code }))
    .filter(({ code }) => code.includes("'loci-sdk/"))
}
