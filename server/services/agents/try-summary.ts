import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { z } from 'zod'
import { SUMMARY_INPUT_TOKENS } from '../../../memory/summary-input'
import { nextSummaryEnd, summarizingPart } from '../../../memory/summary-plan'
import { countTextTokens } from '../../../memory/token-counter'
import { actorName } from '../../auth/principal'
import { assertAgent, requireReach } from '../../auth/reach'
import { LociError } from '../../errors'
import type { TrySummaryInput, TrySummaryOutput } from '../../schemas/agent-preview'
import { rowsToSummarize, textsToSummarize } from '../../store/summaries'
import type { ServiceContext } from '../context'
import { openThread } from '../messages/open-thread'
import { askForSummary } from '../summaries/ask-model'
import { modelFor } from '../summaries/summary-situation'

/** Each one costs what a model costs: of one caller so many a minute, in this process. */
const PER_MINUTE = 10
const attempts = new RateLimiterMemory({ points: PER_MINUTE, duration: 60 })

/**
 * agents.trySummary: the first summary that a window would make of a thread, asked of its model now with its prompt;
 * nothing is stored. What the model did wrong is answered as a reason, as for a summary that is kept.
 *
 * @throws CONFLICT for a window without summaries, without a model or endpoint, and where the thread has no whole turn
 * before the recent messages; RATE_LIMITED beyond 10 a minute; NOT_FOUND (S3)
 */
export async function trySummary(
  ctx: ServiceContext,
  { agentName, uid, window }: z.output<typeof TrySummaryInput>,
): Promise<z.infer<typeof TrySummaryOutput>> {
  requireReach(ctx.principal, { scopePattern: { all: true } })
  assertAgent(ctx.principal, agentName)
  const settings = summarizingPart(window)
  if (!settings) throw new LociError('CONFLICT', 'This window shows no summaries.')
  const model = modelFor(ctx, settings)
  if (model === undefined) {
    throw new LociError(
      'CONFLICT',
      ctx.models.isConfigured
        ? 'No model is named: name one in the window, or set LOCI_SUMMARY_MODEL.'
        : 'No model endpoint is configured: set OPENAI_BASE_URL or OPENAI_API_KEY, and LOCI_SUMMARY_MODEL.',
    )
  }
  const source = await openThread(ctx, { uid }, async (client, thread) => {
    const to = thread.messageCount - settings.recentMessages
    const { rows, lastTurnGoesOn } = await rowsToSummarize(client, thread, { after: 0, to })
    const end = nextSummaryEnd({ rows, lastTurnGoesOn, atLeast: 1, maxTokens: SUMMARY_INPUT_TOKENS })
    return end === null ? null : { end, ...(await textsToSummarize(client, thread, { after: 0, to: end })) }
  })
  if (!source || source.texts.length === 0) {
    throw new LociError(
      'CONFLICT',
      'This thread has no whole turn before the recent messages: take a longer one, or fewer recent messages.',
    )
  }
  await countAttempt(actorName(ctx.principal))
  const started = performance.now()
  const answer = await askForSummary(ctx.models, {
    model,
    maxTokens: settings.maxSummaryTokens,
    prompt: settings.prompt,
    memory: null,
    texts: source.texts,
    signal: new AbortController().signal,
    beforeRequest: async () => {},
  })
  const text = 'reason' in answer ? null : answer.text
  return {
    text,
    reason: 'reason' in answer ? answer.reason : null,
    tokens: text === null ? 0 : countTextTokens(text),
    sourceTokens: source.tokens,
    toSeq: source.end,
    milliseconds: Math.round(performance.now() - started),
    model,
  }
}

async function countAttempt(who: string): Promise<void> {
  try {
    await attempts.consume(who)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new LociError('RATE_LIMITED', `At most ${PER_MINUTE} trials a minute.`, {
      retryAfterMs: refusal.msBeforeNext,
    })
  }
}
