import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../../server/database/embedded'
import { installJobQueue } from '../../server/database/job-queue'
import { migrate } from '../../server/database/migrate'
import { applicationRole, ensureApplicationRole, grantTo } from '../../server/database/roles'

declare module 'vitest' {
  interface ProvidedContext {
    engine: { superuserUrl: string; ownerUrl: string; applicationUrl: string }
  }
}

const quiet = { info: () => {}, warn: (message: string) => console.warn(message) }

/** One embedded PostgreSQL for the whole run, with a migrated database that each test file clones. */
export default async function startEngine(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loci-test-'))
  const engine = await startEmbeddedDatabase({
    dataDir,
    address: 'a test run',
    log: quiet,
    // The data lives for minutes, so it need not survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  const { ownerUrl, superuserUrl } = engine
  const applicationUrl = await ensureApplicationRole({ ownerUrl, secret: '', log: quiet })
  if (!applicationUrl) throw new Error('the owner of the embedded engine could not make the application role')
  await migrate({
    ownerUrl,
    log: quiet,
    afterwards: async (client) => {
      await grantTo(client, applicationRole)
      await installJobQueue({ ownerUrl, client, role: applicationRole, log: quiet })
    },
  })
  project.provide('engine', { superuserUrl, ownerUrl, applicationUrl })
  return async () => {
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
