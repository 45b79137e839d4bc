import type { z } from 'zod'
import type { ModelMessage } from '../../../memory/message'
import type { Scope } from '../../../memory/scope'
import { requireReach } from '../../auth/reach'
import { LociError } from '../../errors'
import type { WriteMemoryInput } from '../../schemas/memory'
import { withReach } from '../../store/reach'
import { backdateThread, markSamples, SAMPLE_TAG } from '../../store/samples'
import type { ServiceContext } from '../context'
import { readMemory } from '../memory/read-memory'
import { writeMemory } from '../memory/write-memory'
import { forkThread } from '../threads/fork-thread'
import { getThread } from '../threads/get-thread'
import { updateThread } from '../threads/update-thread'
import { brightpathSamples } from './conversations/brightpath'
import { classifierSamples } from './conversations/classifier'
import { sampleForks } from './conversations/forks'
import { longThread } from './conversations/long-thread'
import { lumenSamples } from './conversations/lumen'
import { orchardSamples } from './conversations/orchard'
import { stagehouseSamples } from './conversations/stagehouse'

/** Loads the conversations that we wrote, as their agents would have: run by run. What is there already is left alone. */
export async function loadSamples(caller: ServiceContext): Promise<{ threads: number; messages: number }> {
  requireReach(caller.principal, { scopePattern: { all: true } })
  // The samples belong to the installation, not to whoever pressed the button.
  const ctx: ServiceContext = { ...caller, principal: { kind: 'system' }, messageTexts: undefined }
  const samples = [
    ...lumenSamples,
    ...classifierSamples,
    ...brightpathSamples,
    ...stagehouseSamples,
    ...orchardSamples,
    longThread(),
  ]
  const runsOf = new Map(samples.map(({ threadId, runs }) => [threadId, runs]))
  let messages = 0
  for (const sample of samples) {
    const { scope, threadId } = sample
    if (await isThere(ctx, sample)) continue
    for (const [index, run] of sample.runs.entries()) {
      const written = await writeRun(ctx, {
        threadId,
        scope,
        agentName: sample.agentName,
        runId: `${threadId}-${index + 1}`,
        run: { model: sample.model, latencyMs: 600 + ((index * 379) % 2400) },
        messages: run,
      })
      messages += written.appended
    }
    await finish(ctx, { ...sample, entries: sample.runs.length })
  }
  for (const fork of sampleForks) {
    const { scope, threadId, fromThreadId } = fork
    const kept = runsOf.get(fromThreadId)?.slice(0, fork.keepRuns) ?? []
    runsOf.set(threadId, [...kept, ...fork.runs])
    if (await isThere(ctx, fork)) continue
    const made = await forkThread(ctx, { threadId, fromThreadId, scope, upTo: kept.flat().length, dryRun: false })
    messages += made.messages
    for (const run of fork.runs) {
      messages += (await writeRun(ctx, { threadId, scope, agentName: fork.agentName, messages: run })).appended
    }
    await finish(ctx, { ...fork, entries: fork.keepRuns + fork.runs.length })
  }
  await markSamples(ctx.database.pools.background, true)
  return { threads: samples.length + sampleForks.length, messages }
}

/** As an agent does it: read what the window shows, go on from there, hand over the whole state. */
async function writeRun(ctx: ServiceContext, run: Omit<z.output<typeof WriteMemoryInput>, 'mode' | 'sessionId'>) {
  const { threadId, scope, agentName, runId, messages } = run
  const { messages: history, readId } = await readMemory(ctx, { threadId, scope, agentName, runId })
  // Stored texts become messages again through JSON.
  const loaded = JSON.parse(JSON.stringify(history)) as ModelMessage[]
  return writeMemory(ctx, { ...run, messages: [...loaded, ...messages], readId, mode: 'reconcile' })
}

async function isThere(ctx: ServiceContext, { threadId, scope }: { threadId: string; scope: Scope }): Promise<boolean> {
  try {
    await getThread(ctx, { threadId, scope, deleted: false })
    return true
  } catch (error) {
    if (error instanceof LociError && error.code === 'NOT_FOUND') return false
    throw error
  }
}

interface Finish {
  scope: Scope
  threadId: string
  title?: string
  tags: Record<string, string>
  endedMinutesAgo: number
  pace: number
  entries: number
}

/** Names and tags the thread, and gives its entries the times at which they would have been written. */
async function finish(ctx: ServiceContext, { scope, threadId, title, tags, entries, ...times }: Finish): Promise<void> {
  const endedAt = Array.from(
    { length: entries },
    (_, index) => new Date(Date.now() - (times.endedMinutesAgo + (entries - 1 - index) * times.pace) * 60_000),
  )
  const thread = await updateThread(ctx, { threadId, scope, title, addTags: { ...tags, [SAMPLE_TAG]: '' } })
  await withReach(ctx.database.pools.background, { kind: 'scope', ...scope }, ({ client }) =>
    backdateThread(client, thread.uid, endedAt),
  )
}
