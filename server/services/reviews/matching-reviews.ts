import { z } from 'zod'
import { type ReviewOutcome, ReviewStatus } from '../../schemas/review-facts'
import type { SettledTarget } from '../../store/bulk-targets'
import { finishReviews, keptReviews, takeReviewsBack } from '../../store/many-reviews'
import { assignReviews, lockReviews, markReviews, type ReviewRow, reviewsOfThreads } from '../../store/thread-reviews'
import type { ThreadRow } from '../../store/thread-rows'
import { lockThreads } from '../../store/threads'

type Client = Parameters<typeof lockThreads>[0]

/** What an operation on all that match does to reviews. */
export type ReviewMatchingChange =
  | { action: 'assign'; assignee: string | null }
  | { action: 'mark'; status: ReviewStatus; review?: { outcome: ReviewOutcome; reviewer: string } | undefined }

const Before = z.object({ assignee: z.string().nullable(), status: ReviewStatus })
/** Of a review that was ended: what stood there, and the record that came of it. */
const ReviewBefore = z.object({ kept: z.string(), recordId: z.uuid() })

interface Part {
  targets: SettledTarget[]
  changed: ThreadRow[]
}

/** Changes some of the threads that an operation means; they are locked by the caller. */
export async function applyReviewChange(
  client: Client,
  params: { change: ReviewMatchingChange; threads: readonly ThreadRow[]; uids: readonly string[] },
): Promise<Part> {
  const { change, threads, uids } = params
  await lockReviews(client, threads)
  const reviews = await reviewsOfThreads(client, threads)
  const changed = threads.filter(({ uid }) => !isSo(reviews.get(uid), change))
  const befores =
    change.action === 'mark' && change.review ? await review(client, change.review, changed) : new Map<string, string>()
  if (befores.size === 0) await changeReviews(client, change, changed)
  const living = new Set(threads.map(({ uid }) => uid))
  const isChanged = new Set(changed.map(({ uid }) => uid))
  const targets = uids.map((uid): SettledTarget => {
    if (!living.has(uid)) return { uid, outcome: 'skipped', before: null }
    if (!isChanged.has(uid)) return { uid, outcome: 'same', before: null }
    const row = reviews.get(uid)
    const before = { assignee: row?.assignee ?? null, status: row?.storedStatus ?? 'open' }
    return { uid, outcome: 'done', before: befores.get(uid) ?? JSON.stringify(before) }
  })
  return { targets, changed }
}

/** Ends a review of each; answers what an undo needs, by uid. */
async function review(
  client: Client,
  { outcome, reviewer }: { outcome: ReviewOutcome; reviewer: string },
  threads: readonly ThreadRow[],
): Promise<Map<string, string>> {
  const kept = await keptReviews(client, threads)
  const records = await finishReviews(client, { threads, outcome, reviewer })
  return new Map([...records].map(([uid, recordId]) => [uid, JSON.stringify({ kept: kept.get(uid), recordId })]))
}

/** Gives back what it was, where nobody has changed it since. */
export async function revertReviewChange(
  client: Client,
  change: ReviewMatchingChange,
  targets: readonly { uid: string; before: string | null }[],
): Promise<Part> {
  const threads = await lockThreads(client, { uids: targets.map(({ uid }) => uid), isDeleted: false })
  await lockReviews(client, threads)
  const reviews = await reviewsOfThreads(client, threads)
  const befores = new Map(targets.map(({ uid, before }) => [uid, before]))
  const untouched = threads.filter(({ uid }) => befores.get(uid) && isLeft(reviews.get(uid), change))
  const isBack = new Set(untouched.map(({ uid }) => uid))
  if (change.action === 'mark' && change.review) {
    const taken = untouched.map((thread) => ({
      thread,
      ...ReviewBefore.parse(JSON.parse(befores.get(thread.uid) ?? '{}')),
    }))
    const back = await takeReviewsBack(client, taken)
    for (const uid of isBack) if (!back.has(uid)) isBack.delete(uid)
  } else {
    for (const thread of untouched) {
      const { assignee, status } = Before.parse(JSON.parse(befores.get(thread.uid) ?? '{}'))
      const back = change.action === 'assign' ? { action: change.action, assignee } : { action: change.action, status }
      await changeReviews(client, back, [thread])
    }
  }
  const changed = untouched.filter(({ uid }) => isBack.has(uid))
  return {
    targets: targets.map(({ uid, before }) => ({ uid, outcome: isBack.has(uid) ? 'undone' : 'kept', before })),
    changed,
  }
}

/** Whether nothing is left to do: a review with that outcome holds for all that is there. */
function isSo(row: ReviewRow | undefined, change: ReviewMatchingChange): boolean {
  return isLeft(row, change) && (change.action === 'assign' || !change.review || row?.newMessages === 0)
}

/** Whether it is still as the change has left it. */
function isLeft(row: ReviewRow | undefined, change: ReviewMatchingChange): boolean {
  if (change.action === 'assign') return (row?.assignee ?? null) === change.assignee
  if (change.review && row?.outcome !== change.review.outcome) return false
  return (row?.storedStatus ?? 'open') === change.status
}

async function changeReviews(
  client: Client,
  change: ReviewMatchingChange,
  threads: readonly ThreadRow[],
): Promise<void> {
  if (threads.length === 0) return
  if (change.action === 'assign') await assignReviews(client, { threads, assignee: change.assignee })
  else await markReviews(client, { threads, status: change.status })
}
