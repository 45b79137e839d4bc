import { z } from 'zod'
import { LociError } from '../../errors'
import { ReviewOutcome, ReviewStatus } from '../../schemas/review-facts'
import type { SettledTarget } from '../../store/bulk-targets'
import { addTags, removeTags, tagsOfThreads } from '../../store/tags'
import type { ThreadRow } from '../../store/thread-rows'
import { lockThreads, touchThreads } from '../../store/threads'
import { trashThreads, untrashThread } from '../../store/threads-trash'
import { applyReviewChange, revertReviewChange } from '../reviews/matching-reviews'
import { TAG_LIMIT } from './update-thread'

type Client = Parameters<typeof lockThreads>[0]

/** What is done with all threads that match. */
export const MatchingChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('tag'), add: z.record(z.string(), z.string()), remove: z.array(z.string()) }),
  z.object({ action: z.literal('delete') }),
  z.object({ action: z.literal('assign'), assignee: z.string().nullable() }),
  z.object({
    action: z.literal('mark'),
    status: ReviewStatus,
    /** A review of each, and whose it is. */
    review: z.object({ outcome: ReviewOutcome, reviewer: z.string() }).optional(),
  }),
])
export type MatchingChange = z.infer<typeof MatchingChange>
type TagChange = Extract<MatchingChange, { action: 'tag' }>

/** What a thread had under the keys that were touched; null where it had none. */
const TagsBefore = z.record(z.string(), z.string().nullable())
const DeletedBefore = z.object({ deletedAt: z.string() })

/** The targets of a part, settled, and the threads among them that were changed. */
interface Part {
  targets: SettledTarget[]
  changed: ThreadRow[]
}

/** Changes some of the threads that an operation means; the rows are locked until the transaction ends. */
export async function applyChange(client: Client, change: MatchingChange, uids: readonly string[]): Promise<Part> {
  const threads = await lockThreads(client, { uids, isDeleted: false })
  if (change.action === 'assign' || change.action === 'mark') {
    return applyReviewChange(client, { change, threads, uids })
  }
  const targets = new Map<string, SettledTarget>(uids.map((uid) => [uid, { uid, outcome: 'skipped', before: null }]))
  const changed = change.action === 'tag' ? await tag(client, { change, threads, targets }) : threads
  if (change.action === 'delete') {
    await trashThreads(client, threads)
    for (const { uid, deletedAt } of await lockThreads(client, { uids, isDeleted: true })) {
      if (!threads.some((thread) => thread.uid === uid) || deletedAt === null) continue
      targets.set(uid, { uid, outcome: 'done', before: JSON.stringify({ deletedAt: deletedAt.toISOString() }) })
    }
  }
  return { targets: [...targets.values()], changed }
}

async function tag(
  client: Client,
  params: { change: TagChange; threads: readonly ThreadRow[]; targets: Map<string, SettledTarget> },
): Promise<ThreadRow[]> {
  const { change, threads, targets } = params
  const after = tagsAfter(change)
  const tags = await tagsOfThreads(client, threads)
  const changed = threads.filter(({ uid }) => {
    const own = new Map(Object.entries(tags.get(uid) ?? {}))
    const before = Object.fromEntries([...after.keys()].map((key) => [key, own.get(key) ?? null]))
    for (const [key, value] of after) value === null ? own.delete(key) : own.set(key, value)
    if (own.size > TAG_LIMIT) return false
    const isChanged = [...after].some(([key, value]) => before[key] !== value)
    targets.set(
      uid,
      isChanged ? { uid, outcome: 'done', before: JSON.stringify(before) } : { uid, outcome: 'same', before: null },
    )
    return isChanged
  })
  await addTags(client, { threads: changed, tags: change.add })
  await removeTags(client, { threads: changed, keys: change.remove })
  await touchThreads(client, changed)
  return changed
}

/** What each key that is touched holds afterwards; null where it is taken off. */
function tagsAfter({ add, remove }: TagChange): Map<string, string | null> {
  const after = new Map<string, string | null>(Object.entries(add))
  for (const key of remove) after.set(key, null)
  return after
}

/**
 * Gives back to some threads what an operation has changed on them, and only that: what somebody has changed since stays.
 */
export async function revertChange(
  client: Client,
  change: MatchingChange,
  changedTargets: readonly { uid: string; before: string | null }[],
): Promise<Part> {
  if (change.action === 'assign' || change.action === 'mark') {
    return revertReviewChange(client, change, changedTargets)
  }
  const uids = changedTargets.map(({ uid }) => uid)
  const befores = new Map(changedTargets.map(({ uid, before }) => [uid, before]))
  const threads = await lockThreads(client, { uids, isDeleted: change.action === 'delete' })
  const changed: ThreadRow[] = []
  const tags =
    change.action === 'tag' ? await tagsOfThreads(client, threads) : new Map<string, Record<string, string>>()
  for (const thread of threads) {
    const before = befores.get(thread.uid)
    if (!before) continue
    const isBack =
      change.action === 'tag'
        ? await untag(client, { change, thread, before, own: tags.get(thread.uid) ?? {} })
        : DeletedBefore.parse(JSON.parse(before)).deletedAt === thread.deletedAt?.toISOString() &&
          (await untrashThread(client, thread, thread.threadId))
    if (isBack) changed.push(thread)
  }
  if (change.action === 'tag') await touchThreads(client, changed)
  const back = new Set(changed.map(({ uid }) => uid))
  return {
    targets: uids.map((uid) => ({ uid, outcome: back.has(uid) ? 'undone' : 'kept', before: befores.get(uid) ?? null })),
    changed,
  }
}

async function untag(
  client: Client,
  params: { change: TagChange; thread: ThreadRow; before: string; own: Readonly<Record<string, string>> },
): Promise<boolean> {
  const { change, thread, own } = params
  const after = tagsAfter(change)
  const before = Object.entries(TagsBefore.parse(JSON.parse(params.before)))
  const has = new Map(Object.entries(own))
  const untouched = before.filter(
    ([key, value]) => (has.get(key) ?? null) === after.get(key) && value !== after.get(key),
  )
  const lost = untouched.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))
  const gained = untouched.flatMap(([key, value]) => (value === null ? [key] : []))
  const added = lost.filter(([key]) => !has.has(key)).length
  if (untouched.length === 0 || has.size + added - gained.length > TAG_LIMIT) return false
  await removeTags(client, { threads: [thread], keys: gained })
  await addTags(client, { threads: [thread], tags: Object.fromEntries(lost) })
  return true
}

/** What an operation does, or takes back.
 * @throws CONFLICT for a job that is no operation on all that match */
export function readChange(input: string): MatchingChange {
  const read = z.object({ change: MatchingChange }).safeParse(JSON.parse(input))
  if (!read.success) throw new LociError('CONFLICT', 'This job cannot be taken back.')
  return read.data.change
}
