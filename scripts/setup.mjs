// What every command makes sure of first. Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const oldestNode = [20, 19]
const heartbeatMs = 15_000
/** Folders among the sources that are made from them. */
const made = ['generated', 'dist', 'node_modules']

/** A failure that is told in one line, without a stack. */
export class SetupError extends Error {}

/** Runs a command's main function; what a person can mend is said in one line. */
export async function main(action) {
  try {
    checkNode()
    process.chdir(root)
    await action()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(`loci: ${error.message}`)
    process.exitCode = 1
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  throw new SetupError(
    `Node ${process.versions.node} is too old: Loci needs ${oldestNode.join('.')} or later (https://nodejs.org).`,
  )
}

/** Says that a step begins, that it still runs, and how long it took. */
export async function step(name, action) {
  const started = performance.now()
  const elapsed = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  console.log(`loci: ${name} ...`)
  const heartbeat = setInterval(() => console.log(`loci: ${name}: still at it after ${elapsed()}`), heartbeatMs)
  try {
    const result = await action()
    console.log(`loci: ${name}: done in ${elapsed()}`)
    return result
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * Runs a program and waits. With `quiet`, what it prints is shown only when it fails.
 * @returns its exit code
 */
export function run(command, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32' && command.endsWith('.cmd')
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio, shell, env: { ...process.env, ...env } })
    const printed = []
    child.stdout?.on('data', (chunk) => printed.push(chunk))
    child.stderr?.on('data', (chunk) => printed.push(chunk))
    child.once('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.once('close', (code) => {
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(printed))
      resolve(code ?? 1)
    })
  })
}

/** Runs a JavaScript program of an installed package with this Node. */
export function runPackage(path, args, options) {
  return run(process.execPath, [join(root, 'node_modules', path), ...args], options)
}

/** Runs npm: the one that started us where there is one. */
function runNpm(args, options) {
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return run(process.execPath, [npm, ...args], options)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}

/**
 * Does the work when the digest of what it depends on is not the one of the last time.
 * @param inputs files and folders
 * @param results what has to be there as well
 */
async function whenChanged({ name, stamp, inputs, results, action }) {
  const path = join(root, stamp)
  const isCurrent = () => existsSync(path) && readFileSync(path, 'utf8') === digestOf(inputs)
  if (isCurrent() && results.every((one) => existsSync(join(root, one)))) return
  rmSync(path, { force: true })
  await step(name, action)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, digestOf(inputs))
}

function digestOf(inputs) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of inputs.flatMap((input) => filesOf(input)))
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(join(root, path))) return []
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && !made.includes(entry.name))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesOf(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}

/** Where the packages are that package.json names: one that somebody removed, or an install that was cut off, is noticed. */
function directPackages() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys({ ...dependencies, ...devDependencies }).map((name) => `node_modules/${name}/package.json`)
}

/** Installs packages when there are none or the lockfile has changed. Nothing depends on their install scripts. */
export function ensureInstalled() {
  return whenChanged({
    name: 'installing packages',
    stamp: 'node_modules/.loci-installed',
    inputs: ['package-lock.json', 'package.json'],
    results: directPackages(),
    action: async () => {
      const flags = ['install', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund']
      const code = await runNpm(flags)
      if (code !== 0)
        throw new SetupError(
          'npm could not install the packages: see its lines above; is a package registry reachable?',
        )
    },
  })
}

/** Makes the database client when the schema has changed. */
export function ensureGenerated() {
  return whenChanged({
    name: 'generating the database client',
    stamp: 'prisma/generated/.loci-generated',
    inputs: ['prisma/schema.prisma', 'prisma/prisma.config.ts', 'package-lock.json'],
    results: ['prisma/generated/client.ts'],
    action: async () => {
      if ((await run(process.execPath, [join(root, 'scripts/generate.mjs')], { quiet: true })) !== 0) {
        throw new SetupError('the database client could not be generated: see the lines above.')
      }
    },
  })
}

/** Builds server and pages when a source has changed. */
export function ensureBuilt() {
  return whenChanged({
    name: 'building',
    stamp: 'dist/.loci-built',
    inputs: [
      ...['app', 'components', 'server', 'memory', 'sdk', 'public', 'prisma/schema.prisma'],
      ...['next.config.mjs', 'postcss.config.mjs', 'tsconfig.json', 'package-lock.json', 'scripts/setup.mjs'],
    ],
    results: ['dist/main.mjs', 'dist/loci-sdk.tgz', '.next/BUILD_ID'],
    action: async () => {
      const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
      const codes = [
        await bundle('server/main.ts', { outDir: 'dist', env }),
        await packSdk({ outDir: 'dist', env }),
        await runPackage('next/dist/bin/next', ['build'], { quiet: true, env }),
      ]
      if (codes.some((code) => code !== 0)) throw new SetupError('the build failed: see the lines above.')
    },
  })
}

/** Makes one JavaScript file of a program, as it runs in production, or one of each module. Answers the exit code. */
export function bundle(entry, { outDir, env, isWhole = true }) {
  const options = ['--no-config', '--format', 'esm', '--platform', 'node', '--target', 'node20', '--sourcemap']
  if (!isWhole) options.push('--unbundle')
  return runPackage('tsdown/dist/run.mjs', [entry, ...options, '--out-dir', outDir], { quiet: true, env })
}

/**
 * Builds the SDK into `<outDir>/loci-sdk`, a folder that can be published, and packs it as `<outDir>/loci-sdk.tgz`. The
 * server hands out the one in dist: an agent installs the SDK from the very installation that it will talk to.
 * Answers the exit code.
 */
export async function packSdk({ outDir, env }) {
  const folder = join(root, outDir, 'loci-sdk')
  const options = ['--config', join(root, 'sdk/tsdown.config.ts'), '--out-dir', join(folder, 'dist')]
  const built = await runPackage('tsdown/dist/run.mjs', options, { quiet: true, env })
  if (built !== 0) return built
  for (const name of ['sdk/package.json', 'sdk/README.md', 'LICENSE']) {
    copyFileSync(join(root, name), join(folder, basename(name)))
  }
  // It is inside the bundle, so its notice comes along.
  copyFileSync(join(root, 'node_modules/gpt-tokenizer/LICENSE'), join(folder, 'LICENSE-gpt-tokenizer'))
  const destination = join(root, outDir)
  const packed = await runNpm(['pack', folder, '--pack-destination', destination, '--silent'], { quiet: true, env })
  if (packed !== 0) return packed
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  renameSync(join(destination, `${name}-${version}.tgz`), join(destination, 'loci-sdk.tgz'))
  return 0
}
