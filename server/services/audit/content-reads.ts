import { z } from 'zod'
import { appendAuditEvents } from '../../store/audit'
import { openedThreads } from '../../store/audit-threads'
import { inTransaction } from '../../store/transaction'
import type { ServiceContext } from '../context'

/** How long one look of a person at a thread lasts, in ms: paging through it is one read. */
const LOOK_MS = 10 * 60_000
/** Looks that are remembered; beyond it the oldest is told of again. */
const MOST = 10_000

/** Who was told of in the last minutes, of what; per database, so that tests do not share it. */
const told = new WeakMap<ServiceContext['database'], Map<string, number>>()

/** Whether this was not told of lately; it counts as told from now on. */
export function isNews({ database }: Pick<ServiceContext, 'database'>, of: string): boolean {
  const known = told.get(database) ?? new Map<string, number>()
  told.set(database, known)
  const now = Date.now()
  if (now - (known.get(of) ?? Number.NEGATIVE_INFINITY) < LOOK_MS) return false
  // The newest stand at the end.
  known.delete(of)
  known.set(of, now)
  for (const oldest of known.keys()) {
    if (known.size <= MOST) break
    known.delete(oldest)
  }
  return true
}

/** It was not written: the next look is told of. */
function forget({ database }: Pick<ServiceContext, 'database'>, of: string): void {
  told.get(database)?.delete(of)
}

/** Threads by their uids anywhere in an input or an answer, and one by its id in a scope. */
const ByUid = z.uuid()
const ById = z.object({
  scope: z.object({ tenant: z.string(), subject: z.string().optional() }),
  threadId: z.string().optional(),
  sessionId: z.string().optional(),
})
const UID_NAMES = new Set(['uid', 'threadUid', 'with', 'withUid', 'fromUid', 'sourceUid'])

function uidsIn(value: unknown, depth = 0): string[] {
  if (depth > 4 || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => uidsIn(each, depth + 1))
  return Object.entries(value).flatMap(([name, member]) =>
    UID_NAMES.has(name) && ByUid.safeParse(member).success ? [String(member)] : uidsIn(member, depth + 1),
  )
}

/**
 * Notes in the audit log which conversations a person is about to be shown, before they are: once in ten minutes for each
 * person and thread. Agents' keys are not noted: to read is their work.
 */
export async function noteContentRead(
  ctx: ServiceContext,
  { path, input, answer }: { path: string; input: unknown; answer: unknown },
): Promise<void> {
  const { principal } = ctx
  if (principal.kind !== 'operator') return
  const uids = [...new Set([...uidsIn(input), ...uidsIn(answer)])].slice(0, 200)
  const named = ById.safeParse(input).data
  const threadId = named?.sessionId ?? named?.threadId
  const byId = named && threadId ? { ...named.scope, subject: named.scope.subject ?? '', threadId } : null
  if (uids.length === 0 && byId === null) return
  const keyOf = (uid: string) => `${principal.id} ${uid}`
  if (byId === null && uids.every((uid) => !isOlder(ctx, keyOf(uid)))) return
  const pool = ctx.database.pools.application
  const found = await openedThreads(pool, { uids, byId })
  const news = found.filter(({ uid }) => isNews(ctx, keyOf(uid)))
  if (news.length === 0) return
  try {
    await inTransaction(pool, (client) =>
      appendAuditEvents(
        client,
        ctx,
        news.map(({ tenant, uid }) => ({
          tenant,
          action: 'threads.open',
          objectKind: 'thread',
          objectId: uid,
          details: { by: path },
        })),
      ),
    )
  } catch (error) {
    for (const { uid } of news) forget(ctx, keyOf(uid))
    throw error
  }
}

function isOlder({ database }: Pick<ServiceContext, 'database'>, of: string): boolean {
  return Date.now() - (told.get(database)?.get(of) ?? Number.NEGATIVE_INFINITY) >= LOOK_MS
}

/** Notes that somebody was refused what their role or key may not do; once in ten minutes for each caller and procedure. */
export async function noteRefusal(ctx: ServiceContext, path: string): Promise<void> {
  const { principal } = ctx
  if (principal.kind !== 'operator' && principal.kind !== 'key') return
  if (!isNews(ctx, `${principal.kind} ${principal.id} ${path} refused`)) return
  await inTransaction(ctx.database.pools.application, (client) =>
    appendAuditEvents(client, ctx, [
      { action: path, objectKind: 'procedure', objectId: path, outcome: 'refused' as const },
    ]),
  ).catch((error: unknown) => ctx.log.warn({ err: error, requestId: ctx.requestId }, 'audit: a refusal was not noted'))
}
