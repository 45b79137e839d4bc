import { z } from 'zod'
import type { ModelMessage } from '../../memory/message'
import { ScopeInput, ScopePattern } from '../../memory/scope-schema'
import { JsonText } from '../json-text'

export const PAGE_LIMIT = 200

/** How many rows a page holds, 1 to 200. */
export const PageSize = z.int().min(1).max(PAGE_LIMIT)

/** Opaque, signed, made by the list that gave it. */
export const Cursor = z.string().min(1).max(2048)

const text = (maxBytes: number) =>
  z
    .string()
    .refine((value) => new TextEncoder().encode(value).length <= maxBytes, { message: `At most ${maxBytes} bytes.` })
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), { message: 'No NUL and no lone surrogates.' })

/** Text of at most `maxBytes` UTF-8 bytes, without NUL and lone surrogates. */
export const boundedText = text

/** Space around a tag's key is nobody's intent: what is written and what is asked for lose it. */
const TagKey = text(128).trim().min(1)

/**
 * Key -> value; a label is a tag with an empty value. At most 64 pairs, key 128 bytes, value 1,024 bytes. Any text, case
 * included, is a tag of its own.
 */
export const Tags = z
  .record(TagKey, text(1024))
  .refine((tags) => Object.keys(tags).length <= 64, { message: 'At most 64 tags.' })
export type Tags = z.infer<typeof Tags>

/** Any JSON. One schema, so that what describes the wire can name it. */
export const JsonValue = z.json()

/** Free JSON object of the caller's, at most 16 KiB as text. */
export const Metadata = z
  .record(text(1024), JsonValue)
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= 16_384, { message: 'At most 16 KiB.' })
export type Metadata = z.infer<typeof Metadata>

export const Title = text(1024)

/** A scope by name, or several by pattern; never both (S2). */
export const ScopeOrPattern = { scope: ScopeInput.optional(), scopePattern: ScopePattern.optional() }

export const ScopeView = z.object({ tenant: z.string(), subject: z.string() })

/** A time on the wire: ISO 8601 in UTC, with milliseconds. */
export const Timestamp = z.iso.datetime()

/** JSON of the caller's, given back as the text it was stored as. Its parsed type is `T`. */
const passedThrough = <T>() =>
  z.custom<T>((value) => value instanceof JsonText || (typeof value === 'object' && value !== null))

/** A stored message, as it was sent (M2). */
export const PassedMessage = passedThrough<ModelMessage>()

/** A stored object of the caller's, as it was sent. */
export const PassedObject = passedThrough<Record<string, unknown>>()
