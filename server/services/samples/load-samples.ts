import type { ModelMessage } from '../../../memory/message'
import type { Scope } from '../../../memory/scope'
import { LociError } from '../../errors'
import { withReach } from '../../store/reach'
import { backdateThread, markSamples, SAMPLE_TAG } from '../../store/samples'
import type { ServiceContext } from '../context'
import { writeMemory } from '../memory/write-memory'
import { forkThread } from '../threads/fork-thread'
import { updateThread } from '../threads/update-thread'
import { sampleForks } from './conversations/forks'
import { longThread } from './conversations/long-thread'
import { lumenSamples } from './conversations/lumen'
import { otherSamples } from './conversations/others'

/** Loads the conversations that we wrote, as their agents would have: run by run. Loading twice doubles nothing. */
export async function loadSamples(caller: ServiceContext): Promise<{ threads: number; messages: number }> {
  // The samples belong to the installation, not to whoever pressed the button.
  const ctx: ServiceContext = { ...caller, principal: { kind: 'system' }, messageTexts: undefined }
  const samples = [...lumenSamples, ...otherSamples, longThread()]
  let messages = 0
  for (const sample of samples) {
    const { scope, threadId } = sample
    const endedAt = sample.runs.map((_, index) =>
      minutesAgo(sample.endedMinutesAgo + (sample.runs.length - 1 - index) * sample.pace),
    )
    const before: ModelMessage[] = []
    for (const [index, run] of sample.runs.entries()) {
      const written = await writeMemory(ctx, {
        threadId,
        scope,
        agentName: sample.agentName,
        runId: `${threadId}-${index + 1}`,
        run: { model: sample.model, latencyMs: 600 + ((index * 379) % 2400) },
        messages: [...before, ...run],
        mode: 'reconcile',
      })
      messages += written.appended
      before.push(...run)
    }
    await finish(ctx, { scope, threadId, title: sample.title, tags: sample.tags, endedAt })
  }
  const runsOf = new Map(samples.map(({ threadId, runs }) => [threadId, runs]))
  for (const fork of sampleForks) {
    const { scope, threadId } = fork
    const keptRuns = runsOf.get(fork.fromThreadId)?.slice(0, fork.keepRuns) ?? []
    const kept = keptRuns.flat()
    runsOf.set(threadId, [...keptRuns, ...fork.runs])
    const made = await forkThread(ctx, {
      threadId,
      fromThreadId: fork.fromThreadId,
      scope,
      upTo: kept.length,
      dryRun: false,
    }).catch((error: unknown) => {
      if (error instanceof LociError && error.code === 'CONFLICT') return { messages: 0 }
      throw error
    })
    messages += made.messages
    for (const run of fork.runs) {
      kept.push(...run)
      const written = await writeMemory(ctx, {
        threadId,
        scope,
        messages: kept,
        mode: 'reconcile',
      })
      messages += written.appended
    }
    const entries = fork.keepRuns + fork.runs.length
    const endedAt = Array.from({ length: entries }, (_, index) =>
      minutesAgo(fork.endedMinutesAgo + (entries - 1 - index) * 4),
    )
    await finish(ctx, { scope, threadId, title: fork.title, tags: fork.tags, endedAt })
  }
  await markSamples(ctx.database.pools.background, true)
  return { threads: samples.length + sampleForks.length, messages }
}

interface Finish {
  scope: Scope
  threadId: string
  title: string | undefined
  tags: Record<string, string>
  endedAt: Date[]
}

async function finish(ctx: ServiceContext, { scope, threadId, title, tags, endedAt }: Finish): Promise<void> {
  const thread = await updateThread(ctx, { threadId, scope, title, addTags: { ...tags, [SAMPLE_TAG]: '' } })
  await withReach(ctx.database.pools.background, { kind: 'scope', ...scope }, ({ client }) =>
    backdateThread(client, thread.uid, endedAt),
  )
}

function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000)
}
