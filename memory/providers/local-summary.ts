import { type ModelMessage, messageText } from '../message'
import { isSummaryEcho, type SummaryCheck, summaryMessage } from '../summary'
import { fingerprint } from './fingerprint'

const secret = crypto.randomUUID()

/** Marks the summaries of this process, so that they are known when they come back (R1). */
const localSummaryCheck: SummaryCheck = (text) => fingerprint(`${secret}${text}`).slice(-32)

const SUMMARY_ID = /^loci-summary-\d{1,9}$/
const SUMMARY_START = /^\[Summary \d{1,9} of messages /

/**
 * R1: a summary that was handed out and has come back: one of this process, by its check; or, by its id and its first line,
 * one that another memory made, a server's or that of a process which has ended since.
 */
export function isAnySummary(message: ModelMessage): boolean {
  return isSummaryEcho(message, localSummaryCheck) || looksLikeSummary(message)
}

function looksLikeSummary(message: ModelMessage): boolean {
  return SUMMARY_ID.test(message.id ?? '') && SUMMARY_START.test(messageText(message))
}

export interface LocalSummary {
  readonly version: number
  readonly toSeq: number
  readonly text: string
}

/** The message that a window shows for it. */
export function localSummaryMessage({ version, toSeq, text }: LocalSummary): ModelMessage {
  return summaryMessage({ version, fromSeq: 1, toSeq, text }, localSummaryCheck)
}
