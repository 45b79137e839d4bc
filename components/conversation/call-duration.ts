import type { ModelMessage, ToolCall } from '@/memory/message'

/** How long a call took, in ms, where its result or the call itself says so; null where nothing does. */
export function callDuration(call: ToolCall, result: ModelMessage | null): number | null {
  for (const said of [result, call]) {
    if (said === null) continue
    for (const key of ['durationMs', 'duration_ms', 'latencyMs', 'latency_ms']) {
      const value = said[key]
      if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
    }
  }
  const began = timeOf(call, ['startedAt', 'started_at']) ?? timeOf(result, ['startedAt', 'started_at'])
  const ended = timeOf(result, ['finishedAt', 'finished_at', 'endedAt', 'ended_at', 'completedAt', 'completed_at'])
  return began !== null && ended !== null && ended >= began ? ended - began : null
}

function timeOf(said: Record<string, unknown> | null, keys: readonly string[]): number | null {
  for (const key of keys) {
    const value = said?.[key]
    const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
    if (Number.isFinite(time)) return time
  }
  return null
}

/** `120 ms`, `2.3 s`, `3 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 120_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  return `${Math.round(milliseconds / 60_000)} min`
}
