import { z } from 'zod'
import { membersAt } from '../../../memory/json-scan'
import { assertDepth, MAX_JSON_DEPTH, sliceElements } from '../../../memory/json-text'
import { ModelMessage } from '../../../memory/message-schema'
import { AgentName, RunId, ThreadId } from '../../../memory/scope-schema'
import { Window } from '../../../memory/window-schema'
import { Metadata, Tags, Title } from '../../schemas/fields'
import { MESSAGE_LIMIT, RunFacts, WriteMode } from '../../schemas/memory'

const TIME = 'a time is an ISO 8601 text such as 2025-03-16T08:05:45Z'
/** Never a number: whether it counts seconds or milliseconds cannot be told. */
const Time = z.iso
  .datetime({ offset: true, error: TIME })
  .refine((text) => Date.parse(text) >= Date.parse('0001-01-02T00:00:00Z'), { error: TIME })
  .transform((text) => new Date(text).toISOString())

const Entry = z.strictObject({
  id: z.string().optional(),
  mode: WriteMode.default('append'),
  agentName: AgentName.nullish(),
  runId: RunId.nullish(),
  run: RunFacts.nullish(),
  tags: Tags.default({}),
  createdAt: Time.optional(),
  expiresAt: Time.nullish(),
})

const Message = z.strictObject({
  seq: z.int().optional(),
  createdAt: Time.optional(),
  /** Index among the entries. */
  entry: z.int().min(0).optional(),
  redactedAt: Time.optional(),
  message: ModelMessage,
})

/** A thread as an export writes it. What a line leaves out is made as for a new thread; what it does not know it refuses. */
const ThreadLine = z.strictObject({
  loci: z.literal(1, { error: 'this version of Loci reads lines of form 1' }),
  threadId: ThreadId,
  uid: z.uuid().optional(),
  /** Where it came from; an import says where it goes. */
  scope: z.unknown().optional(),
  agentName: AgentName.nullish(),
  title: Title.nullish(),
  tags: Tags.default({}),
  metadata: Metadata.default({}),
  state: z.json().optional(),
  window: Window.nullish(),
  createdAt: Time.optional(),
  lineage: z
    .strictObject({
      parentUid: z.uuid(),
      parentThreadId: ThreadId.nullable(),
      forkedAtSeq: z.int().min(1).nullable(),
    })
    .nullish(),
  pins: z.array(z.int().min(1)).max(20).default([]),
  /** Written by people of the installation that it came from: an import leaves them out. */
  notes: z.array(z.unknown()).optional(),
  /** What people decided, and users said, where it came from: left out too. */
  review: z.unknown().optional(),
  feedback: z.array(z.unknown()).optional(),
  entries: z.array(Entry).default([]),
  messages: z.array(Message).max(MESSAGE_LIMIT, { error: `at most ${MESSAGE_LIMIT} messages` }),
})

/** The line, and the texts in it that are stored as they stand (M2); null where there is none. */
export type ReadThread = z.output<typeof ThreadLine> & {
  readonly texts: {
    readonly messages: readonly string[]
    readonly runs: readonly (string | null)[]
    readonly metadata: string
    readonly state: string | null
    readonly window: string | null
  }
}

/** Messages stand three levels deep in a line. */
const LINE_DEPTH = MAX_JSON_DEPTH + 3

/** @returns the thread, or in words for people why its line is skipped, with the path of the field */
export function readThreadLine(line: string): ReadThread | { reason: string } {
  let parsed: unknown
  try {
    assertDepth(line, LINE_DEPTH)
    parsed = JSON.parse(line)
  } catch {
    return { reason: `not a line of JSON, or nested deeper than ${MAX_JSON_DEPTH} levels` }
  }
  const read = ThreadLine.safeParse(parsed)
  if (!read.success) return { reason: `${nameOf(parsed)}${firstIssue(read.error)}` }
  const thread = read.data
  const wrong = wrongPlace(thread)
  if (wrong !== null) return { reason: `${nameOf(parsed)}${wrong}` }
  return {
    ...thread,
    texts: {
      messages: sliceElements(line, ['messages']).map((element) => memberText(element, 'message') ?? 'null'),
      runs:
        memberText(line, 'entries') === null ? [] : sliceElements(line, ['entries']).map((text) => value(text, 'run')),
      metadata: memberText(line, 'metadata') ?? '{}',
      state: value(line, 'state'),
      window: value(line, 'window'),
    },
  }
}

/** Seqs count from 1, entries follow one another, pins are of messages. */
function wrongPlace({ messages, entries, pins }: z.output<typeof ThreadLine>): string | null {
  let newest = 0
  for (const [index, { seq, entry }] of messages.entries()) {
    if (seq !== undefined && seq !== index + 1) return `messages.${index}.seq: messages stand in order, the first is 1`
    if (entries.length === 0 && entry === undefined) continue
    if (entry === undefined || entry < newest || entry >= entries.length) {
      return `messages.${index}.entry: it names one of the line’s entries, in their order`
    }
    newest = entry
  }
  const pin = pins.findIndex((seq) => seq > messages.length)
  return pin === -1 ? null : `pins.${pin}: there is no such message`
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'not a thread'}`
}

function nameOf(parsed: unknown): string {
  const id = typeof parsed === 'object' && parsed !== null && 'threadId' in parsed ? parsed.threadId : undefined
  return typeof id === 'string' ? `thread ${JSON.stringify(id.slice(0, 100))}: ` : ''
}

/** The text of an object's member, the last of equal ones as in JSON.parse. */
function memberText(text: string, name: string): string | null {
  const member = membersAt(text, 0).findLast(({ key }) => key === name)
  return member ? text.slice(member.valueStart, member.valueEnd) : null
}

function value(text: string, name: string): string | null {
  const found = memberText(text, name)
  return found === 'null' ? null : found
}
