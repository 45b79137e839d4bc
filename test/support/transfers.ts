import { expect } from 'vitest'
import { createTransport, type Transport } from '../../sdk/transport'
import type { ExportResult, StartExportInput } from '../../server/schemas/exports'
import type { ImportResult, JobView } from '../../server/schemas/jobs'
import { send } from './call'
import type { TestServer } from './server'

/** Exports and imports of one key on a server, each followed to its end. */
export function transfersOf(server: TestServer, key: string) {
  const call = createTransport({ url: server.url, key })

  async function exported(input: StartExportInput): Promise<{ job: JobView; result: ExportResult; text: string }> {
    const job = await follow(call, await call<JobView>('exports.start', input, { isRepeatable: false }))
    expect(job).toMatchObject({ state: 'done', error: null })
    const result = job.result as ExportResult
    const answer = result.path === null ? null : await send(server, result.path, { key })
    if (answer) expect(answer.status).toBe(200)
    return { job, result, text: answer?.text ?? '' }
  }

  async function imported(scope: object, text: string): Promise<ImportResult> {
    const job = await follow(call, await call<JobView>('imports.start', { scope, text }, { isRepeatable: false }))
    expect(job).toMatchObject({ state: 'done', error: null })
    return job.result as ImportResult
  }

  return { call, exported, imported }
}

async function follow(call: Transport, started: JobView): Promise<JobView> {
  let job = started
  await expect
    .poll(
      async () => {
        job = await call<JobView>('jobs.get', { id: started.id }, { isRepeatable: true })
        return job.state
      },
      { timeout: 60_000, interval: 30 },
    )
    .not.toBe('running')
  return job
}

interface Line {
  uid?: string
  lineage: { parentUid: string } | null
  entries: { id?: string }[]
}

/** What of an export is the threads', without the ids of rows and the scope that it was taken from. */
export function withoutRowIds(text: string): unknown[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const { uid: _uid, scope: _scope, ...thread } = JSON.parse(line) as Line & { scope: unknown }
      return {
        ...thread,
        lineage: thread.lineage && { ...thread.lineage, parentUid: 'a row' },
        entries: thread.entries.map(({ id: _id, ...entry }) => entry),
      }
    })
}
