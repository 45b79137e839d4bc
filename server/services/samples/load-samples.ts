import type { z } from 'zod'
import type { ModelMessage } from '../../../memory/message'
import type { Scope } from '../../../memory/scope'
import { LociError } from '../../errors'
import type { WriteMemoryInput } from '../../schemas/memory'
import type { ThreadView } from '../../schemas/threads'
import { withReach } from '../../store/reach'
import {
  backdateThread,
  dropThreads,
  findSampleThreads,
  markSamples,
  SAMPLE_LOADING,
  SAMPLE_TAG,
} from '../../store/samples'
import type { ServiceContext } from '../context'
import type { JobProgress } from '../jobs/run-job'
import { readMemory } from '../memory/read-memory'
import { writeMemory } from '../memory/write-memory'
import { createThread } from '../threads/create-thread'
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
import type { Sample, SampleFork } from './sample'

const written: readonly Sample[] = [
  ...lumenSamples,
  ...classifierSamples,
  ...brightpathSamples,
  ...stagehouseSamples,
  ...orchardSamples,
  longThread(),
]

/** Conversations in the samples, forks included. */
export const SAMPLE_COUNT = written.length + sampleForks.length

/**
 * Loads the conversations that we wrote, as their agents would have: run by run. What is there already is left alone; a
 * sample that an earlier load did not finish is made anew.
 */
export async function loadSamples(
  ctx: ServiceContext,
  progress: JobProgress,
): Promise<{ threads: number; messages: number }> {
  // First, so that what an interrupted load has left can be taken away.
  await markSamples(ctx.database.pools.background, true)
  const unfinished = await withReach(ctx.database.pools.background, { kind: 'all' }, async ({ client }) =>
    (await findSampleThreads(client)).filter((thread) => thread.isUntouched).map((thread) => thread.uid),
  )
  const runsOf = new Map(written.map(({ threadId, runs }) => [threadId, runs]))
  let messages = 0
  let done = 0
  for (const sample of written) {
    await progress(done)
    if (await makeRoom(ctx, sample, { size: sample.runs.flat().length, unfinished })) {
      messages += await loadSample(ctx, sample)
    }
    done += 1
  }
  for (const fork of sampleForks) {
    await progress(done)
    const kept = runsOf.get(fork.fromThreadId)?.slice(0, fork.keepRuns) ?? []
    runsOf.set(fork.threadId, [...kept, ...fork.runs])
    const upTo = kept.flat().length
    if (await makeRoom(ctx, fork, { size: upTo + fork.runs.flat().length, unfinished })) {
      messages += await loadFork(ctx, fork, upTo)
    }
    done += 1
  }
  await progress(done)
  return { threads: SAMPLE_COUNT, messages }
}

async function loadSample(ctx: ServiceContext, sample: Sample): Promise<number> {
  const { scope, threadId, agentName } = sample
  await createThread(ctx, { threadId, scope, agentName, tags: { [SAMPLE_TAG]: SAMPLE_LOADING } })
  let messages = 0
  for (const [index, run] of sample.runs.entries()) {
    const { appended } = await writeRun(ctx, {
      threadId,
      scope,
      agentName,
      runId: `${threadId}-${index + 1}`,
      run: { model: sample.model, latencyMs: 600 + ((index * 379) % 2400) },
      messages: run,
    })
    messages += appended
  }
  await finish(ctx, { ...sample, entries: sample.runs.length })
  return messages
}

async function loadFork(ctx: ServiceContext, fork: SampleFork, upTo: number): Promise<number> {
  const { scope, threadId, fromThreadId, agentName } = fork
  let { messages } = await forkThread(ctx, { threadId, fromThreadId, scope, upTo, dryRun: false })
  for (const run of fork.runs) messages += (await writeRun(ctx, { threadId, scope, agentName, messages: run })).appended
  await finish(ctx, { ...fork, entries: fork.keepRuns + fork.runs.length })
  return messages
}

/** As an agent does it: read what the window shows, go on from there, hand over the whole state. */
async function writeRun(ctx: ServiceContext, run: Omit<z.output<typeof WriteMemoryInput>, 'mode' | 'sessionId'>) {
  const { threadId, scope, agentName, runId, messages } = run
  const { messages: history, readId } = await readMemory(ctx, { threadId, scope, agentName, runId })
  // Stored texts become messages again through JSON.
  const loaded = JSON.parse(JSON.stringify(history)) as ModelMessage[]
  return writeMemory(ctx, { ...run, messages: [...loaded, ...messages], readId, mode: 'reconcile' })
}

/**
 * Whether the sample is to be written: it is not there, or was left unfinished and is now out of the way. Whole samples,
 * and threads of that id into which somebody else has written, stay.
 */
async function makeRoom(
  ctx: ServiceContext,
  { threadId, scope }: { threadId: string; scope: Scope },
  { size, unfinished }: { size: number; unfinished: readonly string[] },
): Promise<boolean> {
  const thread = await findThread(ctx, { threadId, scope })
  if (!thread) return true
  const isWhole = thread.tags[SAMPLE_TAG] !== SAMPLE_LOADING && thread.messageCount >= size
  if (isWhole || !unfinished.includes(thread.uid)) return false
  await withReach(ctx.database.pools.background, { kind: 'all' }, ({ client }) => dropThreads(client, [thread.uid]))
  return true
}

async function findThread(
  ctx: ServiceContext,
  named: { threadId: string; scope: Scope },
): Promise<ThreadView | undefined> {
  try {
    return await getThread(ctx, { ...named, deleted: false })
  } catch (error) {
    if (error instanceof LociError && error.code === 'NOT_FOUND') return undefined
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
