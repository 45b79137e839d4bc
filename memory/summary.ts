import { callIdsOf, type ModelMessage, messageText } from './message'

/** A summary as it is kept: what it says, and the seqs that it stands for (inclusive, whole turns). */
export interface SummaryText {
  /** From 1, counted per thread; a version stands for one text for ever. */
  readonly version: number
  readonly fromSeq: number
  readonly toSeq: number
  readonly text: string
}

/** A short tag over a text that only the server can make; letters, digits, - and _. */
export type SummaryCheck = (text: string) => string

const notice =
  'What follows sums up the earlier part of this conversation. It was made automatically and is nobody’s message.'
const marker = /^\[Summary (\d{1,9}) of messages (\d{1,9}) to (\d{1,9}), check ([\w-]{1,64})\]\n/

/**
 * The one message that a window shows for a summary (W8). Its role is `user`: what it says comes from the conversation,
 * so it must not have the weight of an instruction. The first line names what it stands for and carries a check, by which
 * the message is known again when an agent sends its whole state (R1), whatever became of its id, its unknown fields or its
 * role.
 *
 * The check is the installation's and not the thread's: what was read from a thread that has been forked or deleted since
 * is an echo too.
 */
export function summaryMessage(summary: SummaryText, check: SummaryCheck): ModelMessage & { readonly content: string } {
  const { version, fromSeq, toSeq } = summary
  const said = plain(`${notice}\n\n${summary.text.trim()}`)
  const tag = check(checked({ version, fromSeq, toSeq, said }))
  const content = `[Summary ${version} of messages ${fromSeq} to ${toSeq}, check ${tag}]\n${said}`
  return { role: 'user', content, id: `loci-summary-${version}` }
}

/**
 * R1: is this a summary that was handed out and has come back? A message that quotes one, resembles one or says anything
 * more is not: then the check does not fit.
 */
export function isSummaryEcho(message: ModelMessage, check: SummaryCheck): boolean {
  if (message.toolCallId || callIdsOf(message).length > 0) return false
  const text = plain(messageText(message))
  const found = marker.exec(text)
  if (!found) return false
  const [line, version, fromSeq, toSeq, tag] = found
  const said = text.slice(line.length)
  return tag === check(checked({ version: Number(version), fromSeq: Number(fromSeq), toSeq: Number(toSeq), said }))
}

function checked({ version, fromSeq, toSeq, said }: Omit<SummaryText, 'text'> & { readonly said: string }): string {
  return `${version} ${fromSeq} ${toSeq}\n${said}`
}

/** Line ends and blank space around a text are what clients change on the way. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim()
}
