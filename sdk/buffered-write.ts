import { isSystem, type ModelMessage } from '../memory/message'
import type { KnownThread } from './known-thread'
import { isLocalRead, type WriteAnswer } from './memory-calls'
import { randomId } from './random-id'
import { serialize } from './transport'
import type { WriteInput } from './wire'
import type { WaitingWrite } from './write-queue'

export interface PreparedWrite {
  given: WriteInput
  /** What goes on the wire, with a key of its own, each time it is tried. */
  request: WriteInput
  /** What is new in it, as far as it can be told here; undefined where only Loci can. */
  fresh: ModelMessage[] | undefined
}

/**
 * Decides what a write sends. After a read that was answered here the new messages alone go, to be stored as they are;
 * else the whole state goes, as it was given, and Loci finds out.
 *
 * @param input messages with ids
 */
export function prepareWrite(known: KnownThread, input: WriteInput): PreparedWrite {
  const isHanded = isLocalRead(input.readId)
  const request = {
    ...input,
    readId: isHanded ? undefined : input.readId,
    idempotencyKey: input.idempotencyKey ?? randomId(),
  }
  const own = input.messages.filter((message) => !isSystem(message))
  if (input.mode === 'append') return { given: input, request, fresh: own }
  const fresh = known.newOf(input.messages, input.readId)
  if (!isHanded || fresh === undefined) return { given: input, request, fresh }
  return { given: input, request: { ...request, mode: 'append', messages: fresh }, fresh }
}

/** Would storing it change nothing? */
export function isNothing({ request, given }: PreparedWrite): boolean {
  const saysMore = [given.tags, given.metadata, given.run].some((said) => said !== undefined)
  return request.mode === 'append' && request.messages.length === 0 && !saysMore
}

/** What the agent is told of a write that waits. */
export function answerOf({ given, fresh }: PreparedWrite): WriteAnswer {
  const skippedSystem = given.messages.filter(isSystem).length
  const appended = fresh?.length ?? 0
  return {
    appended,
    matched: fresh === undefined ? 0 : given.messages.length - skippedSystem - appended,
    skippedSystem,
    conflicts: [],
    entryId: null,
    messages: [],
    thread: null,
    buffered: true,
  }
}

export function waitingWrite(request: WriteInput): WaitingWrite {
  const body = serialize(request)
  return { body, messages: request.messages.length, bytes: new TextEncoder().encode(body).length }
}
