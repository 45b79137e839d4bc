import type { z } from 'zod'
import { distributionOf } from '../../../memory/distribution'
import type { Window } from '../../../memory/window-config'
import { type GrowthFigures, growthOf, shiftBetween } from '../../../memory/window-replay'
import { requireReach } from '../../auth/reach'
import type { ImpactInput, ImpactResult } from '../../schemas/agent-preview'
import type { JobView } from '../../schemas/jobs'
import { countOwned, listOwned, type OwnedThreads, pastReads } from '../../store/agent-threads'
import { withReach } from '../../store/reach'
import type { ThreadRow } from '../../store/thread-rows'
import { loadStretch, type Queryable } from '../../store/window-rows'
import type { ServiceContext } from '../context'
import { getJob } from '../jobs/get-job'
import { type JobProgress, runJob } from '../jobs/run-job'
import { type DecidedWindow, decideThreads } from '../memory/decide-threads'
import { callLimit } from '../memory/window-view'
import { resolveAgent } from './resolve-window'
import { assertAgentSeen } from './seen-agent'
import { draftWindow, windowOwner } from './window-owner'

export const IMPACT_JOB = 'agents-impact'

/** Threads that are looked at in one transaction. */
const AT_ONCE = 100
/** Threads whose past reads are gone through, how long they are at most, and how many reads of each. */
const GROWTH_THREADS = 200
const GROWTH_MESSAGES = 2_000
const GROWTH_READS = 30
/** Threads that a result names. */
const MOST_NAMED = 50
const WEEK_MS = 7 * 24 * 3_600_000

/**
 * agents.impact: what a draft would change in all threads that follow the setting, before anybody saves it. A job, which
 * can be cancelled; it changes nothing.
 *
 * @throws FORBIDDEN for a key that does not cover everything: a setting holds in every tenant
 */
export async function impactOfWindow(ctx: ServiceContext, input: z.output<typeof ImpactInput>): Promise<JobView> {
  const reach = requireReach(ctx.principal, { scopePattern: { all: true } })
  const { agentName, sample } = input
  await assertAgentSeen(ctx, agentName)
  const snapshot = await ctx.configs.refresh()
  const { window, source, version } = resolveAgent(snapshot, agentName)
  const draft = draftWindow(snapshot, { agentName, window: input.window })
  const threads: OwnedThreads = { owner: windowOwner(snapshot, agentName), reach, scopeId: null }
  const of = await withReach(ctx.database.pools.background, reach, ({ client }) => countOwned(client, threads))
  const id = await runJob(ctx, {
    kind: IMPACT_JOB,
    total: Math.min(of, sample),
    input: JSON.stringify({ agentName: agentName ?? null, window: draft, sample, reach }),
    work: async (progress): Promise<ImpactResult> => {
      const impact = new Impact(window, draft)
      await impact.look(ctx, { threads, of, every: Math.max(1, Math.floor(of / sample)), progress })
      return { saved: { window, source, version }, draft, of, ...impact.result() }
    },
  })
  return getJob(ctx, { id })
}

type Affected = ImpactResult['affected'][number]

class Impact {
  readonly #saved: Window
  readonly #draft: Window
  readonly #figures = {
    saved: { messages: [] as number[], tokens: [] as number[] },
    draft: { messages: [] as number[], tokens: [] as number[] },
  }
  readonly #overBudget = { saved: 0, draft: 0 }
  #lose = 0
  #gain = 0
  #affected: Affected[] = []
  readonly #growth = { threads: 0, saved: NO_GROWTH, draft: NO_GROWTH }
  #recentReads = 0

  constructor(saved: Window, draft: Window) {
    this.#saved = saved
    this.#draft = draft
  }

  async look(
    ctx: ServiceContext,
    walk: { threads: OwnedThreads; of: number; every: number; progress: JobProgress },
  ): Promise<void> {
    const { threads, every, progress } = walk
    const growthEvery = Math.max(1, Math.floor(walk.of / every / GROWTH_THREADS))
    let afterUid: string | null = null
    let done = 0
    do {
      const page = { ...threads, every, afterUid, limit: AT_ONCE }
      // Each part in a transaction of its own: none is held while the job goes on.
      const looked = await withReach(ctx.database.pools.background, threads.reach, async ({ client }) => {
        const part = await listOwned(client, page)
        const under = (window: Window) =>
          decideThreads(
            client,
            part.map((thread) => ({ thread, window, limit: callLimit(undefined) })),
          )
        const saved = await under(this.#saved)
        const draft = await under(this.#draft)
        for (const [index, thread] of part.entries()) this.#add(thread, saved[index], draft[index])
        const sampled = part.filter((_, index) => (done + index) % growthEvery === 0)
        await this.#grow(client, sampled)
        return part
      })
      done += looked.length
      afterUid = looked.length < AT_ONCE ? null : (looked.at(-1)?.uid ?? null)
      await progress(done)
    } while (afterUid !== null)
  }

  #add({ uid }: ThreadRow, before: DecidedWindow | undefined, after: DecidedWindow | undefined): void {
    if (!before || !after) return
    const { lost, gained } = shiftBetween(before.decision, after.decision)
    for (const [name, { decision }] of [
      ['saved', before],
      ['draft', after],
    ] as const) {
      this.#figures[name].messages.push(decision.messages)
      this.#figures[name].tokens.push(decision.tokens)
      if (decision.overBudget) this.#overBudget[name] += 1
    }
    if (lost.length > 0) this.#lose += 1
    if (gained.length > 0) this.#gain += 1
    if (lost.length + gained.length === 0) return
    const figures = ({ decision: { messages, tokens } }: DecidedWindow) => ({ messages, tokens })
    this.#affected.push({
      uid,
      saved: figures(before),
      draft: figures(after),
      lost: lost.length,
      gained: gained.length,
    })
    if (this.#affected.length > 4 * MOST_NAMED) this.#affected = mostAffected(this.#affected)
  }

  /** The past reads of some threads under both windows, whole threads only. */
  async #grow(client: Queryable, sampled: readonly ThreadRow[]): Promise<void> {
    const threads = sampled.filter(({ messageCount }) => messageCount <= GROWTH_MESSAGES)
    const writes = await pastReads(client, { threads, each: GROWTH_READS })
    const since = Date.now() - WEEK_MS
    for (const [index, thread] of threads.entries()) {
      const reads = writes[index] ?? []
      const lengths = reads
        .map(({ through }) => through)
        .filter((through) => through > 0)
        .reverse()
      const rows = await loadStretch(client, { thread, from: 1, to: thread.messageCount })
      const under = (window: Window) => growthOf({ rows, lengths, window, limit: callLimit(undefined) })
      this.#growth.threads += 1
      this.#growth.saved = sumOf(this.#growth.saved, under(this.#saved))
      this.#growth.draft = sumOf(this.#growth.draft, under(this.#draft))
      this.#recentReads += reads.filter(({ createdAt }) => createdAt.getTime() >= since).length
    }
  }

  result(): Omit<ImpactResult, 'saved' | 'draft' | 'of'> {
    const { saved, draft } = this.#figures
    const { threads } = this.#growth
    return {
      threads: saved.messages.length,
      lose: this.#lose,
      gain: this.#gain,
      overBudget: this.#overBudget,
      messages: { saved: distributionOf(saved.messages), draft: distributionOf(draft.messages) },
      tokens: { saved: distributionOf(saved.tokens), draft: distributionOf(draft.tokens) },
      growth: this.#growth,
      readsPerThreadAndDay: threads === 0 ? 0 : this.#recentReads / threads / 7,
      affected: mostAffected(this.#affected),
    }
  }
}

const NO_GROWTH: GrowthFigures = { reads: 0, messages: 0, tokens: 0, cachedTokens: 0, startMoves: 0, overBudget: 0 }

function sumOf(left: GrowthFigures, right: GrowthFigures): GrowthFigures {
  return {
    reads: left.reads + right.reads,
    messages: left.messages + right.messages,
    tokens: left.tokens + right.tokens,
    cachedTokens: left.cachedTokens + right.cachedTokens,
    startMoves: left.startMoves + right.startMoves,
    overBudget: left.overBudget + right.overBudget,
  }
}

function mostAffected(affected: readonly Affected[]): Affected[] {
  return affected.toSorted((left, right) => right.lost - left.lost || right.gained - left.gained).slice(0, MOST_NAMED)
}
