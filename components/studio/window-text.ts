import type { Window } from '@/memory/window-config'
import { Window as WindowSchema } from '@/memory/window-schema'

/** A window written as JSON, or what is wrong with it, in words. */
export function parseWindowText(text: string): { window: Window | null; error: string | undefined } {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    return { window: null, error: 'This is no JSON yet.' }
  }
  const parsed = WindowSchema.safeParse(written)
  if (parsed.success) return { window: parsed.data, error: undefined }
  const words = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  )
  return { window: null, error: words.join(' ') }
}
