import { randomUUID } from 'node:crypto'
import type { SummaryReason } from '../../schemas/summaries'
import { withReach } from '../../store/reach'
import { storeSummary, textsToSummarize } from '../../store/summaries'
import { extendLease, recordFailure, recordReason, releaseLease, takeLease } from '../../store/summary-state'
import type { ThreadKey } from '../../store/thread-rows'
import type { Services } from '../context'
import { askForSummary } from './ask-model'
import { renderSummary } from './render-summary'
import { modelFor, summarySituation } from './summary-situation'

/** Longer than one request to a model may take; a worker that is gone holds a thread up no longer than this. */
const LEASE_MS = 180_000
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 3_600_000
/** Versions that one call makes at most, so that a long thread does not hold up all others. */
const ROUNDS = 8

export interface SummarizeRequest {
  readonly key: ThreadKey
  /** Somebody wants one now: fewer messages are enough, and an earlier failure is no reason to wait. */
  readonly asked: boolean
  readonly signal: AbortSignal
  /** Called before each request to the model; what it throws ends the work. */
  readonly onRequest?: () => Promise<void>
}

/** How it went. `afterMs`: when it makes sense to try again. */
export type SummaryOutcome =
  | { readonly kind: 'made'; readonly versions: readonly number[]; readonly isBehind: boolean }
  | { readonly kind: 'nothing' | 'gone' }
  | { readonly kind: 'busy' | 'waiting'; readonly afterMs: number }
  | {
      readonly kind: 'failed'
      readonly reason: SummaryReason
      readonly attempts: number
      readonly afterMs: number | null
    }

/**
 * Brings a thread's summary up to date: version after version, each from the one before and the whole turns that follow it,
 * so that every message is read once. One worker at a time (a lease, taken over when it runs out); what a model made is
 * stored only if the thread is still there and nothing that it was made from has been redacted since.
 *
 * Whatever fails leaves the thread as it was, with a reason that people see.
 *
 * @throws when `signal` ends or the database fails; the lease is given back
 */
export async function summarizeThread(services: Services, request: SummarizeRequest): Promise<SummaryOutcome> {
  const { key, asked } = request
  const leaseId = randomUUID()
  const begun = await inTenant(services, key, async (client) => {
    const situation = await summarySituation(services, client, { key, asked })
    if (!situation) return { kind: 'gone' } as const
    if (situation.end === null) return { kind: 'nothing' } as const
    if (modelFor(services, situation.settings) === undefined) {
      await recordReason(client, key, 'no-model')
      return { kind: 'failed', reason: 'no-model', attempts: 0, afterMs: null } as const
    }
    return takeLease(client, key, { leaseId, leaseMs: LEASE_MS, now: asked })
  })
  if (begun.kind !== 'taken') return begun
  try {
    return await makeVersions(services, request, leaseId)
  } finally {
    await inTenant(services, key, (client) => releaseLease(client, key, leaseId))
  }
}

async function makeVersions(services: Services, request: SummarizeRequest, leaseId: string): Promise<SummaryOutcome> {
  const versions: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await makeOne(services, request, leaseId)
    if (typeof made === 'number') versions.push(made)
    else if (made.kind === 'failed' || versions.length === 0) return made
    else return { kind: 'made', versions, isBehind: false }
  }
  return { kind: 'made', versions, isBehind: true }
}

/** One version: its number, or why there is none. */
async function makeOne(
  services: Services,
  { key, asked, signal, onRequest }: SummarizeRequest,
  leaseId: string,
): Promise<number | SummaryOutcome> {
  const found = await inTenant(services, key, async (client) => {
    const situation = await summarySituation(services, client, { key, asked })
    if (!situation) return { kind: 'gone' } as const
    const { base, end } = situation
    const model = modelFor(services, situation.settings)
    if (end === null || model === undefined) return { kind: 'nothing' } as const
    const source = await textsToSummarize(client, key, { after: base?.toSeq ?? 0, to: end })
    // All of it has been redacted, and there is nothing to go on from.
    if (source.texts.length === 0 && !base) return { kind: 'nothing' } as const
    return { kind: 'due', ...situation, end, model, ...source } as const
  })
  if (found.kind !== 'due') return found
  const { base, end, model, settings, texts, redacted } = found
  const answer =
    texts.length === 0 && base
      ? { text: base.text, prompt: base.prompt }
      : await askForSummary(services.models, {
          model,
          maxTokens: settings.maxSummaryTokens,
          prompt: settings.prompt,
          memory: base?.text ?? null,
          texts,
          signal,
          beforeRequest: async () => {
            signal.throwIfAborted()
            await onRequest?.()
            await inTenant(services, key, (client) => extendLease(client, key, { leaseId, leaseMs: LEASE_MS }))
          },
        })
  if ('reason' in answer) return failed(services, key, { leaseId, reason: answer.reason })
  const stored = await inTenant(services, key, (client) =>
    storeSummary(
      client,
      key,
      {
        base,
        leaseId,
        redacted,
        toSeq: end,
        text: answer.text,
        model,
        prompt: answer.prompt,
        sourceTokens: (base?.sourceTokens ?? 0) + found.tokens,
      },
      (version) => renderSummary(services.signer, { version, fromSeq: 1, toSeq: end, text: answer.text }).tokens,
    ),
  )
  if (stored === 'gone') return { kind: 'gone' }
  return stored === 'changed' ? { kind: 'busy', afterMs: 0 } : stored.version
}

async function failed(
  services: Services,
  key: ThreadKey,
  { leaseId, reason }: { leaseId: string; reason: SummaryReason },
): Promise<SummaryOutcome> {
  services.log.warn({ thread: key.uid, reason }, 'a summary could not be made; it is tried again')
  const state = await inTenant(services, key, (client) =>
    recordFailure(client, key, { leaseId, reason, firstRetryMs: FIRST_RETRY_MS, longestRetryMs: LONGEST_RETRY_MS }),
  )
  return { kind: 'failed', reason, attempts: state?.attempts ?? 0, afterMs: state?.afterMs ?? null }
}

function inTenant<T>(
  { database }: Services,
  { tenant }: ThreadKey,
  work: (client: Parameters<Parameters<typeof withReach>[2]>[0]['client']) => Promise<T>,
): Promise<T> {
  return withReach(database.pools.background, { kind: 'tenant', tenant }, ({ client }) => work(client))
}
