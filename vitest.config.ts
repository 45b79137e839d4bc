import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const alias = { '@': resolve(import.meta.dirname) }
/** Files of a worker share their modules, which halves the time: a test takes back what it sets for all. */
const isolate = false
/** `npm run test:full` adds what takes longer. */
const leftOut = process.env.LOCI_TEST_FULL ? [] : ['test/**/*.full.test.{ts,tsx}']

export default defineConfig({
  test: {
    // One for each of the cores that this is measured on; more only make the timed tests wait.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          isolate,
          include: ['test/{memory,scripts}/**/*.test.ts'],
          exclude: leftOut,
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'components',
          isolate,
          include: ['test/components/**/*.test.{ts,tsx}'],
          exclude: leftOut,
          environment: 'happy-dom',
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'server',
          isolate,
          include: ['test/**/*.test.ts'],
          exclude: ['test/{memory,scripts,components}/**', ...leftOut],
          globalSetup: 'test/support/engine.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
