import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { canonicalJson } from '../../../memory/canonical-json'
import type { Scope } from '../../../memory/scope'
import { COUNTER } from '../../../memory/token-counter'
import { actorName } from '../../auth/principal'
import { assertAgent, requireScope } from '../../auth/reach'
import type { WriteMemoryInput, WriteMemoryOutput } from '../../schemas/memory'
import { resolveAgent } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import { summaryCheck } from '../summaries/render-summary'
import { type PreparedList, prepareMessages } from './prepare-messages'
import { nothingStored, type PreparedWrite } from './prepared-write'
import { openReadToken } from './read-token'
import { lookAtWrite, storeWrite } from './store-write'

type ParsedWrite = z.output<typeof WriteMemoryInput>

/** A write whose scope and thread are settled; with `uid` the thread must be that one. */
export type WriteRequest = Omit<ParsedWrite, 'scope' | 'sessionId' | 'threadId'> & {
  readonly scope: Scope
  readonly threadId: string
  readonly uid?: string | undefined
}

/**
 * memory.write: finds out what is new in an agent's whole state and stores it as one entry (R1-R6, M1-M4).
 *
 * A write in which nothing is new makes an entry only when it says something else: an idempotency key, run facts, tags
 * or metadata. Otherwise nothing is stored and `entryId` is null. A `readId` that this installation did not sign counts
 * as absent: a changed secret must not lose a run's messages.
 *
 * @throws CONFLICT with nothing stored: the messages stand only in mid-thread, a result answers no open call, or the
 * idempotency key was used for other content
 */
export async function writeMemory(ctx: ServiceContext, input: ParsedWrite): Promise<WriteMemoryOutput> {
  const scope = requireScope(ctx.principal, input.scope)
  assertAgent(ctx.principal, input.agentName)
  return write(ctx, { ...input, scope, threadId: input.sessionId ?? input.threadId ?? '' })
}

/** What memory.write, messages.append and imports share. Who may call was decided before. */
export async function write(ctx: ServiceContext, request: WriteRequest): Promise<WriteMemoryOutput> {
  const prepared = await prepareWrite(ctx, request)
  return 'answer' in prepared ? prepared.answer : storeWrite(ctx, prepared)
}

/**
 * What memory.write would answer now, with nothing stored; messages have no ids yet.
 *
 * @throws as memory.write does
 */
export async function previewWrite(ctx: ServiceContext, input: ParsedWrite): Promise<WriteMemoryOutput> {
  const scope = requireScope(ctx.principal, input.scope)
  assertAgent(ctx.principal, input.agentName)
  const prepared = await prepareWrite(ctx, { ...input, scope, threadId: input.sessionId ?? input.threadId ?? '' })
  return 'answer' in prepared ? prepared.answer : lookAtWrite(ctx, prepared)
}

/** The write, ready to be decided on; or its answer, where storing is switched off (W2). */
async function prepareWrite(
  ctx: ServiceContext,
  request: WriteRequest,
): Promise<PreparedWrite | { answer: WriteMemoryOutput }> {
  const list = prepareMessages(request.messages, ctx.messageTexts, summaryCheck(ctx.signer))
  if (!resolveAgent(await ctx.configs.get(), request.agentName).storing) {
    // Only the setting of now may drop a write, so what is known is not enough.
    if (!resolveAgent(await ctx.configs.refresh(), request.agentName).storing) return { answer: nothingStored(list) }
  }
  const { run, tags, metadata, idempotencyKey, ttl, mode, agentName, runId } = request
  return {
    scope: request.scope,
    threadId: request.threadId,
    uid: request.uid,
    list,
    token: openReadToken(ctx.signer, request.readId),
    saysMore: [idempotencyKey, run, tags, metadata].some((said) => said !== undefined),
    entry: {
      mode,
      agentName,
      runId,
      counter: COUNTER,
      run: run === undefined ? null : JSON.stringify(run),
      writtenBy: actorName(ctx.principal),
      idempotencyKey,
      requestHash: requestHash(request, list),
      metadata: metadata && JSON.stringify(metadata),
      tags,
      expiresAt: ttl === undefined ? null : new Date(Date.now() + ttl * 1000).toISOString(),
    },
  }
}

/** R5: what a retry has to be equal in. Not the read token: a caller that was restarted has read again. */
function requestHash(request: WriteRequest, list: PreparedList): string {
  const { mode, agentName, runId, tags, metadata, run, ttl } = request
  const sum = createHash('sha256').update(canonicalJson({ mode, agentName, runId, tags, metadata, run, ttl }))
  for (const { text } of list.messages) sum.update('\n').update(text)
  return sum.digest('hex')
}
