import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { countedTexts } from './counted-texts'
import type { ModelMessage } from './message'
import { MESSAGE_OVERHEAD_TOKENS } from './tokens'

/** The counter's name, shown with every number it made (T3). */
export const COUNTER = 'o200k_base'

/** Characters (UTF-16 units) a slice: the tokenizer is quadratic on one repeated character. */
const SLICE = 2_000

const PLAIN_TEXT = { disallowedSpecial: new Set<string>() }

/** Tokens of a text, in linear time; special tokens count as plain text. At least 1 for any text but ''. */
export function countTextTokens(text: string): number {
  let total = 0
  for (let start = 0; start < text.length; ) {
    const end = sliceEnd(text, start)
    total += countTokens(text.slice(start, end), PLAIN_TEXT)
    start = end
  }
  return total
}

function sliceEnd(text: string, start: number): number {
  const end = start + SLICE
  if (end >= text.length) return text.length
  const isInsidePair = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end))
  return isInsidePair ? end - 1 : end
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** T3: content, reasoning, tool names, arguments and parts, and 4 a message. Unknown fields are not counted. */
export function countMessageTokens(message: ModelMessage): number {
  let total = MESSAGE_OVERHEAD_TOKENS
  for (const text of countedTexts(message)) total += countTextTokens(text)
  return total
}
