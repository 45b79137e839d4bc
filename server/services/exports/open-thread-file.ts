import { assertAccess } from '../../auth/permissions'
import { assertAgent } from '../../auth/reach'
import { notFound } from '../../errors'
import { THREAD_FILES, type ThreadFileFormat } from '../../schemas/exports'
import { appendAuditEvent } from '../../store/audit'
import { threadsToExport } from '../../store/exports'
import { withReach } from '../../store/reach'
import { callerReach } from '../caller-reach'
import type { ServiceContext } from '../context'
import type { ExportFile } from './export-file'
import { threadText } from './export-pages'

const contentTypes = { loci: 'application/json', markdown: 'text/markdown', openai: 'application/x-ndjson' } as const

/** Characters that some system does not take in a file's name, and those of no width that could hide what it is. */
const NOT_IN_NAMES = /[\p{C}\p{Z}\\/:*?"<>|%#&{}$!'@+`=~^,;.]+/gu

/**
 * One living thread as a file, for whoever may read it. Each time it is opened stands in the audit log.
 *
 * @throws NOT_FOUND for absent, deleted and foreign ones alike (S3)
 */
export async function openThreadFile(
  ctx: ServiceContext,
  { uid, format }: { uid: string; format: ThreadFileFormat },
): Promise<ExportFile> {
  assertAccess(ctx.principal, { key: 'read', operator: 'read' })
  const reach = callerReach(ctx.principal)
  const pool = ctx.database.pools.background
  const thread = await withReach(pool, reach, async ({ client, scopeId }) => {
    const one = { reach, scopeId, filter: { deleted: false }, uid, afterUid: null, limit: 1 }
    const [found] = await threadsToExport(client, one)
    return found
  })
  if (!thread) throw notFound('thread')
  assertAgent(ctx.principal, thread.agentName ?? undefined)
  await withReach(pool, { kind: 'all' }, ({ client }) =>
    appendAuditEvent(client, ctx, {
      tenant: thread.tenant,
      action: 'threads.export',
      objectKind: 'thread',
      objectId: uid,
      details: { format },
    }),
  )
  return {
    name: `${fileStem(thread.title ?? thread.threadId)}.${THREAD_FILES[format]}`,
    contentType: contentTypes[format],
    parts: threadText(ctx, { thread, reach, format }),
  }
}

/** What a file is called after: at most 60 characters of a title, words parted by dashes. */
export function fileStem(title: string): string {
  const words = title.toLowerCase().replace(NOT_IN_NAMES, '-')
  const stem = [...words]
    .slice(0, 60)
    .join('')
    .replace(/^-+|-+$/g, '')
  return stem || 'thread'
}
