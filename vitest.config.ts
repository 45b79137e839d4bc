import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const alias = { '@': resolve(import.meta.dirname) }
/** `npm run test:full` adds what takes longer. */
const leftOut = process.env.LOCI_TEST_FULL ? [] : ['test/**/*.full.test.{ts,tsx}']

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: { name: 'unit', include: ['test/{memory,scripts}/**/*.test.ts'], exclude: leftOut },
      },
      {
        resolve: { alias },
        test: {
          name: 'components',
          include: ['test/components/**/*.test.{ts,tsx}'],
          exclude: leftOut,
          environment: 'happy-dom',
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'server',
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
