// What can be said about the sources without running them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, runPackage, step } from './setup.mjs'

const folders = ['app', 'components', 'memory', 'sdk', 'server', 'scripts', 'test', 'e2e', 'bench']

const checks = {
  // The native compiler says the same in a quarter of the time; typescript itself stays for those that call its API.
  types: () => runPackage('typescript-native/bin/tsc', ['--noEmit', '-p', '.'], { quiet: true }),
  'lint and format': () =>
    runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'], { quiet: true }),
  walls: () =>
    runPackage(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      ['--config', '.dependency-cruiser.cjs', ...folders.filter((folder) => existsSync(join(root, folder)))],
      { quiet: true },
    ),
  'unused code': () => runPackage('knip/bin/knip.js', ['--no-progress'], { quiet: true }),
}

/**
 * Runs all checks: the compiler beside the others, which go one after another.
 * @returns the names of those that failed, and how many there are
 */
export async function runChecks() {
  if (!existsSync(join(root, 'next-env.d.ts')) || !existsSync(join(root, '.next/types'))) {
    await step('generating the types of the routes', () =>
      runPackage('next/dist/bin/next', ['typegen'], { quiet: true }),
    )
  }
  const failed = []
  const runAll = async (list) => {
    for (const [name, check] of list) {
      const code = await step(name, check)
      if (code === 0) continue
      failed.push(name)
      console.log(`loci: ${name}: FAILED`)
    }
  }
  const [compiler, ...others] = Object.entries(checks)
  await Promise.all([runAll([compiler]), runAll(others)])
  return { failed, total: Object.keys(checks).length }
}
