import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { runChecks } from './checks.mjs'
import { ensureBuilt, ensureGenerated, ensureInstalled, main, root, runPackage, SetupError, step } from './setup.mjs'

/** What is counted in the end; a check counts as one. */
const count = { passed: 0, failed: 0 }
const broken = []

await main(async () => {
  try {
    await ensureInstalled()
    await ensureGenerated()
    const { failed, total } = await runChecks()
    note({ passed: total - failed.length, failed: failed.length }, failed)
    await runUnitTests()
    await runBrowserTests()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    note({ passed: 0, failed: 1 }, [error.message])
  }
  for (const line of broken) console.log(`loci: failed: ${line}`)
  if (count.failed > 0) process.exitCode = 1
  console.log(`${count.passed} passed, ${count.failed} failed`)
})

async function runUnitTests() {
  const report = freshReport('vitest.json')
  const code = await step('unit and integration tests', () =>
    runPackage('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
      env: { NODE_ENV: 'test', LOCI_TEST_FULL: process.argv.includes('--full') ? '1' : '' },
    }),
  )
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = readReport(report)
  // A file that cannot be loaded has no test that failed.
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  const names = testResults.flatMap((file) =>
    file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
  )
  noteRun({
    code,
    passed,
    failed: failed + unloaded.length,
    names: [...names, ...unloaded.map((file) => file.name)],
    what: 'vitest',
  })
}

async function runBrowserTests() {
  if (!existsSync(join(root, 'e2e/playwright.config.ts'))) return
  await ensureBuilt()
  const browser = await ensureBrowser()
  if (!browser) {
    throw new SetupError(
      'no Chromium can be had for the browser tests: install one (as root: apt-get install chromium), then run again.',
    )
  }
  const report = freshReport('playwright.json')
  const code = await step('browser tests', () =>
    runPackage('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
      env: { NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_FILE: report, LOCI_BROWSER: browser },
    }),
  )
  const { stats = {}, suites = [] } = readReport(report)
  const passed = (stats.expected ?? 0) + (stats.flaky ?? 0)
  noteRun({ code, passed, failed: stats.unexpected ?? 0, names: failedSpecs(suites), what: 'playwright' })
  for (const name of secondTries(suites)) console.log(`loci: passed at its second try: ${name}`)
}

function noteRun({ code, passed, failed, names, what }) {
  if (code !== 0 && failed === 0) note({ passed, failed: 1 }, [`${what} ended with code ${code}`])
  else note({ passed, failed }, names)
}

function note({ passed, failed }, names) {
  count.passed += passed
  count.failed += failed
  broken.push(...names)
}

function failedSpecs(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => `${suite.title}: ${spec.title}`),
    ...failedSpecs(suite.suites ?? []),
  ])
}

function secondTries(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
      .map((spec) => `${suite.title}: ${spec.title}`),
    ...secondTries(suite.suites ?? []),
  ])
}

function freshReport(name) {
  mkdirSync(join(root, '.test'), { recursive: true })
  const path = join(root, '.test', name)
  rmSync(path, { force: true })
  return path
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
