import type { z } from 'zod'
import type { Scope } from '../../../memory/scope'
import { LociError } from '../../errors'
import type { ImportFormat, ImportResult } from '../../schemas/jobs'
import type { ServiceContext } from '../context'
import { writeMemory } from '../memory/write-memory'
import { readConversationLine } from './conversation-line'
import { importThread, type NewUids } from './import-threads'
import { readThreadLine } from './thread-line'

/** Skipped lines that are listed with their reason; the rest are only counted. */
const LISTED_SKIPS = 100

export interface ImportPlan {
  readonly text: string
  readonly format: z.infer<typeof ImportFormat>
  readonly scope: Scope
  readonly agentName: string | undefined
  readonly progress: (done: number) => Promise<void>
}

/** What a line came to. */
interface Taken {
  readonly isNew: boolean
  readonly messages: number
  readonly skippedSystem: number
}

/** What a line did wrong is its own affair; anything else ends the import. */
const OF_THE_LINE = new Set(['CONFLICT', 'INVALID_INPUT', 'FORBIDDEN', 'TOO_LARGE'])

/**
 * Makes each line of a JSONL text a thread of its own. What is stored already is recognised, so that an import can be
 * repeated. A line that cannot be taken is skipped whole, with its reason, and the rest goes on.
 */
export async function importLines(ctx: ServiceContext, plan: ImportPlan): Promise<ImportResult> {
  const result: ImportResult = { threads: 0, messages: 0, unchanged: 0, skippedSystem: 0, skipped: [], skippedCount: 0 }
  const skip = (line: number, reason: string) => {
    result.skippedCount += 1
    if (result.skipped.length < LISTED_SKIPS) result.skipped.push({ line, reason })
  }

  const take = plan.format === 'loci-jsonl' ? threadTaker(ctx, plan) : conversationTaker(ctx, plan)
  let done = 0
  for (const [index, line] of plan.text.split('\n').entries()) {
    if (line.trim() === '') continue
    const taken = await take(line)
    if ('reason' in taken) skip(index + 1, taken.reason)
    else {
      result.messages += taken.messages
      result.skippedSystem += taken.skippedSystem
      if (taken.isNew) result.threads += 1
      else result.unchanged += 1
    }
    done += 1
    await plan.progress(done)
  }
  return result
}

type Taker = (line: string) => Promise<Taken | { reason: string }>

/** Through the same door as an agent, so that a file that grew adds only what is new. */
function conversationTaker(ctx: ServiceContext, { scope, agentName }: ImportPlan): Taker {
  return async (line) => {
    const conversation = readConversationLine(line)
    if ('reason' in conversation) return conversation
    const { messageTexts, ...rest } = conversation
    return orReason(async () => {
      const written = await writeMemory({ ...ctx, messageTexts }, { ...rest, scope, agentName, mode: 'reconcile' })
      return { isNew: written.appended > 0, messages: written.appended, skippedSystem: written.skippedSystem }
    })
  }
}

function threadTaker(ctx: ServiceContext, { scope, agentName }: ImportPlan): Taker {
  const newUids: NewUids = new Map()
  return async (line) => {
    const thread = readThreadLine(line)
    if ('reason' in thread) return thread
    const taken = await orReason(() => importThread(ctx, { thread, scope, agentName, newUids }))
    return 'reason' in taken ? { reason: `thread ${JSON.stringify(thread.threadId)}: ${taken.reason}` } : taken
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
