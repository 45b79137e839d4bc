import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './setup.mjs'

// `prisma generate` runs as WASM and only wants to see some executable where its native engine would be downloaded to.
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/prisma/build/index.js'), 'generate', '--config', 'prisma/prisma.config.ts', '--no-hints'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  },
)
process.exit(status ?? 1)
