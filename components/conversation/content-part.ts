import { isJsonObject } from '@/memory/canonical-json'
import type { ContentPart } from '@/memory/message'

/** What a part of a message's content is, whichever of the usual shapes it has. */
export type PartView =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'image' } & AttachedFile)
  | ({ readonly kind: 'file' } & AttachedFile)
  | { readonly kind: 'unknown' }

interface AttachedFile {
  readonly name: string | null
  readonly mediaType: string | null
  /** Of what is held in the message itself; null for what lies elsewhere. */
  readonly bytes: number | null
  /** Can be shown from the message itself, without asking anyone. */
  readonly dataUrl: string | null
  /** Lies elsewhere: never fetched by the page. */
  readonly remoteUrl: string | null
}

/** Pictures that a browser shows without running anything; SVG is not among them. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
/** Characters of base64 beyond which a picture is a file: some 15 MB. */
const LONGEST_DATA = 20_000_000

/** Reads a part as OpenAI, Anthropic and the AI SDK write them. Never throws. */
export function viewPart(part: ContentPart): PartView {
  const { type } = part
  const isText = type === undefined || type === 'text' || type.endsWith('_text')
  if (isText && typeof part.text === 'string') return { kind: 'text', text: part.text }
  if (type === 'image' || type === 'image_url' || type === 'input_image') {
    const file = attachedFile([objectIn(part, 'image_url'), objectIn(part, 'source'), part])
    if (!file) return { kind: 'unknown' }
    return { kind: 'image', ...file }
  }
  const isFile = type === 'file' || type === 'input_file' || type === 'document' || type === 'input_audio'
  if (!isFile) return { kind: 'unknown' }
  const file = attachedFile([objectIn(part, 'file'), objectIn(part, 'source'), objectIn(part, 'input_audio'), part])
  if (!file) return { kind: 'unknown' }
  return file.mediaType !== null && SHOWN_TYPES.has(file.mediaType)
    ? { kind: 'image', ...file }
    : { kind: 'file', ...file }
}

type Fields = Record<string, unknown>

function objectIn(part: Fields, key: string): Fields {
  const value = part[key]
  return isJsonObject(value) ? value : {}
}

function attachedFile(places: readonly Fields[]): AttachedFile | null {
  const text = (...keys: readonly string[]) => {
    for (const place of places) for (const key of keys) if (typeof place[key] === 'string') return place[key]
    return null
  }
  const name = text('filename', 'fileName', 'name', 'title')
  const said = text('mediaType', 'media_type', 'mimeType', 'mime_type')
  const held = text('image_url', 'url', 'data', 'file_data', 'fileData', 'image')
  if (held === null) {
    const id = text('file_id', 'fileId')
    return id === null && name === null ? null : { name: name ?? id, mediaType: said, ...nowhere }
  }
  if (/^(?:https?:)?\/\//i.test(held)) return { name, mediaType: said, ...nowhere, remoteUrl: held }
  const split = /^data:([^;,]*)((?:;[^;,]*)*),/i.exec(held)
  const mediaType = said ?? split?.[1]?.toLowerCase() ?? null
  const data = split ? held.slice(split[0].length) : held
  const isBase64 = !split || /;base64$/i.test(split[2] ?? '')
  if (!isBase64 || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(data.slice(0, 1_000).trim())) {
    return { name, mediaType, ...nowhere, bytes: split ? data.length : null }
  }
  const bytes = Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0)
  const isShown = mediaType !== null && SHOWN_TYPES.has(mediaType) && data.length <= LONGEST_DATA
  return { name, mediaType, bytes, dataUrl: isShown ? `data:${mediaType};base64,${data}` : null, remoteUrl: null }
}

const nowhere = { bytes: null, dataUrl: null, remoteUrl: null } as const

/** `512 B`, `34 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
