import type { Scope } from '../../../memory/scope'
import { LociError } from '../../errors'
import type { ImportResult } from '../../schemas/jobs'
import type { ServiceContext } from '../context'
import { writeMemory } from '../memory/write-memory'
import { readConversationLine } from './conversation-line'

/** Skipped lines that are listed with their reason; the rest are only counted. */
const LISTED_SKIPS = 100

/**
 * Writes each line of a JSONL text as a thread of its own, through the same door as an agent: what is stored already is
 * recognised, so that an import can be repeated, and a file that grew adds only what is new. A line that cannot be taken
 * is skipped whole, with its reason, and the rest goes on.
 */
export async function importConversations(
  ctx: ServiceContext,
  options: { text: string; scope: Scope; agentName: string | undefined; progress: (done: number) => Promise<void> },
): Promise<ImportResult> {
  const result: ImportResult = { threads: 0, messages: 0, unchanged: 0, skippedSystem: 0, skipped: [], skippedCount: 0 }
  const skip = (line: number, reason: string) => {
    result.skippedCount += 1
    if (result.skipped.length < LISTED_SKIPS) result.skipped.push({ line, reason })
  }

  let done = 0
  for (const [index, line] of options.text.split('\n').entries()) {
    if (line.trim() === '') continue
    const conversation = readConversationLine(line)
    if ('reason' in conversation) {
      skip(index + 1, conversation.reason)
    } else {
      try {
        const written = await writeMemory(
          { ...ctx, messageTexts: conversation.messageTexts },
          {
            threadId: conversation.threadId,
            scope: options.scope,
            agentName: options.agentName,
            metadata: conversation.metadata,
            messages: conversation.messages,
            mode: 'reconcile',
          },
        )
        result.messages += written.appended
        result.skippedSystem += written.skippedSystem
        if (written.appended > 0) result.threads += 1
        else result.unchanged += 1
      } catch (error) {
        // What a line did wrong is its own affair; anything else ends the import.
        const isOfTheLine = error instanceof LociError && (error.code === 'CONFLICT' || error.code === 'INVALID_INPUT')
        if (!isOfTheLine) throw error
        skip(index + 1, error.message)
      }
    }
    done += 1
    await options.progress(done)
  }
  return result
}

/** Lines that hold something: what an import will go through. */
export function countLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}
