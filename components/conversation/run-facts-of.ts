import { isJsonObject } from '@/memory/canonical-json'

/** The facts of a run that have a place of their own; `rest` is what else the agent sent. */
export interface RunFactsOf {
  readonly model: string | null
  /** Figures by name, flat; what is no figure or text goes to `rest`. */
  readonly usage: readonly [string, number | string][]
  readonly latencyMs: number | null
  readonly error: string | null
  readonly traceUrl: string | null
  readonly instructionsVersion: string | null
  readonly rest: Readonly<Record<string, unknown>>
}

/** Reads what an agent sent about its run, whatever it is: a field of another kind than expected stays in `rest`. */
export function runFacts(run: Readonly<Record<string, unknown>>): RunFactsOf {
  const rest: Record<string, unknown> = { ...run }
  const text = (key: string) => {
    const value = run[key]
    if (typeof value !== 'string' || value === '') return null
    delete rest[key]
    return value
  }
  const usage: [string, number | string][] = []
  if (isJsonObject(run.usage)) {
    const left = { ...run.usage }
    for (const [key, value] of Object.entries(run.usage)) {
      if (typeof value !== 'number' && typeof value !== 'string') continue
      usage.push([key, value])
      delete left[key]
    }
    if (Object.keys(left).length > 0) rest.usage = left
    else delete rest.usage
  }
  const latencyMs = typeof run.latencyMs === 'number' ? run.latencyMs : null
  if (latencyMs !== null) delete rest.latencyMs
  return {
    model: text('model'),
    usage,
    latencyMs,
    error: text('error'),
    traceUrl: text('traceUrl'),
    instructionsVersion: text('instructionsVersion'),
    rest,
  }
}
