import { z } from 'zod'

const Read = z.looseObject({
  count: z.int().optional(),
  total: z.int().optional(),
  source: z.string().optional(),
  configVersion: z.int().optional(),
  ranges: z.array(z.tuple([z.int(), z.int()])).optional(),
})

/** What an agent had been given before it wrote. */
export interface GivenWindow {
  messages: number
  total: number | null
  configVersion: number | null
  source: string | null
}

/** Reads what an entry keeps of its read token; null when it wrote without one, or a newer server keeps it otherwise. */
export function givenWindow(read: Record<string, unknown> | null): GivenWindow | null {
  const parsed = Read.safeParse(read)
  if (!parsed.success) return null
  const { count, ranges, total, configVersion, source } = parsed.data
  const messages = count ?? ranges?.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  if (messages === undefined) return null
  return { messages, total: total ?? null, configVersion: configVersion ?? null, source: source ?? null }
}
