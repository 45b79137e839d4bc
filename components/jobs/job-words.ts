import type { JobEntry, JobState } from '@/server/schemas/jobs'
import { formatQuantity } from '../ui/number-format'

/** What a job of a kind is, and what it counts. */
const kinds: Readonly<Record<string, { label: string; noun: string }>> = {
  export: { label: 'Export', noun: 'thread' },
  erasure: { label: 'Erase a subject', noun: 'thread' },
  import: { label: 'Import', noun: 'line' },
  'threads-tag': { label: 'Tag all that match', noun: 'thread' },
  'threads-delete': { label: 'Delete all that match', noun: 'thread' },
  'threads-undo': { label: 'Take back', noun: 'thread' },
  'threads-duplicates': { label: 'Look for history stored twice', noun: 'thread' },
  'agents-impact': { label: 'Impact of a window', noun: 'thread' },
  summary: { label: 'Summary', noun: 'request' },
  'samples.load': { label: 'Load the samples', noun: 'thread' },
  'samples.remove': { label: 'Remove the samples', noun: 'thread' },
}

/** The kinds that one filters by. */
export const jobKinds = Object.entries(kinds).map(([value, { label }]) => ({ value, label }))

export const stateWords: Readonly<Record<JobState, string>> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** A kind in words; one that this page does not know by its own name, made readable. */
export function kindWords(kind: string): string {
  const known = kinds[kind]?.label
  if (known) return known
  const words = kind.replace(/[-._]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const formats: Readonly<Record<string, string>> = {
  'loci-jsonl': 'whole threads',
  'openai-jsonl': 'OpenAI messages',
  'ai-sdk-jsonl': 'AI SDK messages',
  csv: 'table',
}

type Order = JobEntry['order']
type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}
}

function scopeWords({ tenant, subject }: Fields): string | undefined {
  if (typeof tenant !== 'string') return undefined
  return typeof subject === 'string' && subject !== '' ? `${tenant} / ${subject}` : tenant
}

/** Tags as one spells them: `plan=gold`, `vip`. */
function tagWords(tags: unknown): string {
  return Object.entries(fieldsOf(tags))
    .map(([key, value]) => (value === '' ? key : `${key}=${String(value)}`))
    .join(', ')
}

function filterWords(filter: Fields): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined || value === null || name === 'deleted') return []
    if (name === 'tags') return [`tags ${tagWords(value)}`]
    const words = name.replace(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`).replace(/ name$/, '')
    return [`${words} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`]
  })
}

function changeWords(change: Fields): string[] {
  const add = tagWords(change.add)
  const remove = Array.isArray(change.remove) ? change.remove.map(String).join(', ') : ''
  return [...(add ? [`add ${add}`] : []), ...(remove ? [`take off ${remove}`] : [])]
}

/** What a job was told to do, in pieces: what, where, of which. Empty where nothing is known. */
export function orderWords(order: Order): string[] {
  const reach = fieldsOf(order.reach ?? order.scope)
  const format = typeof order.format === 'string' ? (formats[order.format] ?? order.format) : undefined
  const agent = typeof order.agentName === 'string' ? `agent ${order.agentName}` : undefined
  const where = reach.kind === 'all' ? 'everything' : scopeWords(reach)
  return [
    order.dryRun === true ? 'dry run' : undefined,
    format,
    ...changeWords(fieldsOf(order.change)),
    where,
    agent,
    ...filterWords(fieldsOf(order.filter)),
  ].flatMap((words) => words ?? [])
}

/** How far it is, or what came of it, in one line. */
export function outcomeWords(job: Pick<JobEntry, 'kind' | 'state' | 'done' | 'total' | 'result' | 'error'>): string {
  const { kind, state, done, total, error } = job
  const noun = kinds[kind]?.noun ?? 'thread'
  if (state === 'failed') return error ?? 'It failed.'
  if (state !== 'done') {
    const far =
      total === null ? formatQuantity(done, noun) : `${done.toLocaleString('en')} of ${formatQuantity(total, noun)}`
    return state === 'cancelled' ? `stopped after ${far}` : far
  }
  const result = fieldsOf(job.result)
  const count = (name: string, words: (value: number) => string) => {
    const value = result[name]
    return typeof value === 'number' && (value > 0 || name === 'threads') ? [words(value)] : []
  }
  const words = [
    ...count('threads', (value) => formatQuantity(value, 'thread')),
    ...count('messages', (value) => formatQuantity(value, 'message')),
    ...count('unchanged', (value) => `${value.toLocaleString('en')} there already`),
    ...count('skipped', (value) => `${value.toLocaleString('en')} left as they were`),
    ...count('skippedCount', (value) => `${formatQuantity(value, 'line')} refused`),
  ]
  return words.join(', ') || formatQuantity(done, noun)
}

/** How long it took, or has taken so far: `0.4 s`, `12 s`, `3 min`. `now` in ms. */
export function durationWords(job: Pick<JobEntry, 'createdAt' | 'finishedAt'>, now: number): string {
  const ms = Math.max((job.finishedAt ? Date.parse(job.finishedAt) : now) - Date.parse(job.createdAt), 0)
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}

/** Who began it. */
export function starterWords({ startedBy, byKind }: Pick<JobEntry, 'startedBy' | 'byKind'>): string {
  if (byKind === 'system') return 'Loci itself'
  if (startedBy === null) return byKind === 'key' ? 'a key' : 'somebody who has left'
  return byKind === 'key' ? `key ${startedBy}` : startedBy
}
