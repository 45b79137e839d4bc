import { isSystem, type ModelMessage, messageText } from '../../../memory/message'
import type { Scope } from '../../../memory/scope'
import { LociError } from '../../errors'
import type { ImportFormat, ImportResult, ImportSample } from '../../schemas/jobs'
import type { ServiceContext } from '../context'
import { prepareMessages } from '../memory/prepare-messages'
import { previewWrite, writeMemory } from '../memory/write-memory'
import { summaryCheck } from '../summaries/render-summary'
import { readConversationLine } from './conversation-line'
import { importThread, type NewUids, type PlannedKeys } from './import-threads'
import { PlannedConversations } from './planned-conversations'
import { readThreadLine } from './thread-line'

/** Skipped lines that are listed with their reason; the rest are only counted. */
const LISTED_SKIPS = 100

/** Threads that are shown. */
const SHOWN_SAMPLES = 10
const SHOWN_LINES = 3
const SHOWN_CHARACTERS = 200

export interface ImportPlan {
  readonly text: string
  readonly format: ImportFormat
  readonly scope: Scope
  readonly agentName: string | undefined
  readonly dryRun: boolean
  readonly progress: (done: number) => Promise<void>
}

/** What a line came to. */
interface Taken {
  readonly uid: string | null
  readonly threadId: string
  readonly added: number
  readonly skippedSystem: number
  readonly messages: readonly ModelMessage[]
}

/** What a line did wrong is its own affair; anything else ends the import. */
const OF_THE_LINE = new Set(['CONFLICT', 'INVALID_INPUT', 'FORBIDDEN', 'TOO_LARGE'])

/**
 * Makes each line of a JSONL text a thread of its own. What is stored already is recognised, so that an import can be
 * repeated. A line that cannot be taken is skipped whole, with its reason, and the rest goes on.
 */
export async function importLines(ctx: ServiceContext, plan: ImportPlan): Promise<ImportResult> {
  const result: ImportResult = {
    threads: 0,
    messages: 0,
    unchanged: 0,
    skippedSystem: 0,
    skipped: [],
    skippedCount: 0,
    dryRun: plan.dryRun,
    samples: [],
  }
  const skip = (line: number, reason: string) => {
    result.skippedCount += 1
    if (result.skipped.length < LISTED_SKIPS) result.skipped.push({ line, reason })
  }

  const take = plan.format === 'loci-jsonl' ? threadTaker(ctx, plan) : conversationTaker(ctx, plan, plan.format)
  let done = 0
  for (const [index, line] of plan.text.split('\n').entries()) {
    if (line.trim() === '') continue
    const taken = await take(line)
    if ('reason' in taken) skip(index + 1, taken.reason)
    else {
      result.messages += taken.added
      result.skippedSystem += taken.skippedSystem
      if (taken.added > 0) result.threads += 1
      else result.unchanged += 1
      if (result.samples.length < SHOWN_SAMPLES) result.samples.push(sampleOf(taken))
    }
    done += 1
    await plan.progress(done)
  }
  return result
}

function sampleOf({ uid, threadId, added, messages }: Taken): ImportSample {
  const said = messages.filter((message) => !isSystem(message))
  const lines = said.slice(0, SHOWN_LINES).map((message) => ({
    role: message.role,
    text: [...messageText(message)].slice(0, SHOWN_CHARACTERS).join('').toWellFormed(),
  }))
  return { uid, threadId, added, messages: said.length, lines }
}

type Taker = (line: string) => Promise<Taken | { reason: string }>

/** Through the same door as an agent, so that a file that grew adds only what is new. */
function conversationTaker(
  ctx: ServiceContext,
  { scope, agentName, dryRun }: ImportPlan,
  format: Exclude<ImportFormat, 'loci-jsonl'>,
): Taker {
  const planned = new PlannedConversations()
  return async (line) => {
    const conversation = readConversationLine(line, format)
    if ('reason' in conversation) return conversation
    const { messageTexts, metadata, threadId, messages } = conversation
    return orReason(async () => {
      const context = { ...ctx, messageTexts }
      const request = { threadId, metadata, messages, scope, agentName, mode: 'reconcile' } as const
      const list = prepareMessages(messages, messageTexts, summaryCheck(ctx.signer))
      const again = dryRun ? planned.add(threadId, list.messages) : undefined
      if (again) return { ...again, threadId, skippedSystem: list.skippedSystem, messages }
      const seen = await previewWrite(context, request)
      // What the thread holds already would be noted as an entry of its own for the metadata alone.
      const isThere = seen.appended === 0 && seen.thread !== null
      const written = dryRun || isThere ? seen : await writeMemory(context, request)
      const { appended: added, skippedSystem, thread } = written
      if (dryRun && added > 0) {
        planned.note(threadId, { uid: thread?.uid ?? null, messages: [...list.messages] })
      }
      return { uid: thread?.uid ?? null, threadId, added, skippedSystem, messages }
    })
  }
}

function threadTaker(ctx: ServiceContext, { scope, agentName, dryRun }: ImportPlan): Taker {
  const newUids: NewUids = new Map()
  const planned: PlannedKeys = new Map()
  return async (line) => {
    const thread = readThreadLine(line)
    if ('reason' in thread) return thread
    const { threadId } = thread
    const taken = await orReason(async () => {
      const imported = await importThread(ctx, { thread, scope, agentName, newUids, planned, dryRun })
      return { ...imported, threadId, messages: thread.messages.map(({ message }) => message) }
    })
    return 'reason' in taken ? { reason: `thread ${JSON.stringify(threadId)}: ${taken.reason}` } : taken
  }
}

async function orReason(work: () => Promise<Taken>): Promise<Taken | { reason: string }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LociError && OF_THE_LINE.has(error.code)) return { reason: error.message }
    throw error
  }
}

/** Lines that hold something: what an import will go through. */
export function countLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}
