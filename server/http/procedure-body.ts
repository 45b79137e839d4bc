import { sliceElements } from '../../memory/json-text'
import type { Principal } from '../auth/principal'
import { LARGE_BODY_BYTES, SMALL_BODY_BYTES } from './request-body'

/** Procedures whose input holds messages, which are stored as the text they came as (M2). */
const WITH_MESSAGES = new Set(['memory.write', 'messages.append', 'threads.fork'])
/** Those that may be large. */
const LARGE = new Set(['memory.write', 'messages.append', 'imports.start'])

/** How many bytes a body for these procedures may have; much only from callers that are known. */
export function bodyLimit(paths: readonly string[], principal: Principal): number {
  const isLarge = principal.kind !== 'anonymous' && paths.some((path) => LARGE.has(path))
  return isLarge ? LARGE_BODY_BYTES : SMALL_BODY_BYTES
}

/** The texts of a procedure's messages, cut out of the JSON text in which its input stands at `place`. */
export function messageTexts(path: string, text: string, place: readonly string[]): readonly string[] | undefined {
  if (!WITH_MESSAGES.has(path) || text === '') return undefined
  try {
    return sliceElements(text, [...place, 'messages'])
  } catch {
    // No array there: the procedure's own schema says what is wrong, or there are none.
    return undefined
  }
}
