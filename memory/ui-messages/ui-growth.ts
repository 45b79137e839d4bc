import { isJsonObject } from '../canonical-json'
import type { ModelMessage } from '../message'
import { isAnswered, isSame, isStreaming, toolOf, type UiMessage, type UiPart, type UiPatch } from './ui-message'
import { noteOf, piecesOf, resultOf } from './ui-pieces'

/** What has to be appended for a stored UI message to become what it is now; null when it was changed, not continued. */
export type UiGrowth = { readonly pieces: readonly ModelMessage[] } | null

/**
 * What is stored is never rewritten. New parts are new messages; what came of a call is its tool result; a text that goes
 * on is followed by the rest of it; other words on stored parts (an approval, data, metadata) are notes, which no model
 * sees. A text or file that is another one now, and parts that are gone, are a change.
 *
 * @param takesResult whether the turn of a call is still open, so that a result can follow it (T2)
 */
export function growthOf(stored: UiMessage, now: UiMessage, takesResult: (callId: string) => boolean): UiGrowth {
  if (now.parts.length < stored.parts.length) return null
  const notes: UiPatch[] = []
  const pieces: ModelMessage[] = []
  for (const [at, before] of stored.parts.entries()) {
    const part = now.parts[at]
    if (part === undefined || part.type !== before.type) return null
    if (isSame(part, before)) continue
    const patch = patchOf(at, before, part)
    const tool = now.role === 'assistant' ? toolOf(part) : undefined
    const rest = restOfText(before, part)
    if (tool && isAnswered(part) && !isAnswered(before) && takesResult(tool.callId)) {
      pieces.push(resultOf(part, { of: now.id, patches: [patch] }, tool.callId))
    } else if (part.type === 'file' || ((part.type === 'text' || part.type === 'reasoning') && rest === undefined)) {
      return null
    } else if (part.type === 'text' && rest !== undefined && rest !== '') {
      pieces.push({ role: now.role, content: rest, ui: { of: now.id, patches: [patch] } })
    } else {
      notes.push(patch)
    }
  }
  const { parts: _before, ...baseBefore } = stored
  const { parts: _now, ...base } = now
  const news = { ...(isSame(base, baseBefore) ? {} : { base }), ...(notes.length === 0 ? {} : { patches: notes }) }
  const noted = Object.keys(news).length === 0 ? [] : [noteOf(now.id, news)]
  const added = now.parts.length > stored.parts.length ? piecesOf(now, stored.parts.length) : []
  return { pieces: [...noted, ...pieces, ...added] }
}

function patchOf(at: number, before: UiPart, part: UiPart): UiPatch {
  const set = Object.entries(part).filter(([field, value]) => !(field in before && isSame(before[field], value)))
  const drop = Object.keys(before).filter((field) => part[field] === undefined)
  return { at, set: Object.fromEntries(set), ...(drop.length === 0 ? {} : { drop }) }
}

/** What has been written since; undefined when it does not go on from what it was. */
function restOfText({ text: before }: UiPart, { text }: UiPart): string | undefined {
  const goesOn = typeof before === 'string' && typeof text === 'string' && text.startsWith(before)
  return goesOn ? text.slice(before.length) : undefined
}

/** The message as far as it is finished: up to the first part that is still being written. */
export function finishedPart(message: UiMessage): UiMessage {
  const end = message.parts.findIndex((part) => isJsonObject(part) && isStreaming(part))
  return end === -1 ? message : { ...message, parts: message.parts.slice(0, end) }
}

/** The ids of a UI message's pieces: its own, then with a number. */
export function withPieceIds(
  pieces: readonly ModelMessage[],
  { of, from }: { of: string; from: number },
): ModelMessage[] {
  if (of === '') return [...pieces]
  return pieces.map((piece, index) => ({ ...piece, id: from + index === 0 ? of : `${of}#${from + index}` }))
}
