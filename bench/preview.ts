import { parseArgs } from 'node:util'
import { changesOf, previewSource, segmentsOf, windowOn } from '../components/studio/preview-decision'
import type { Window } from '../memory/window-config'
import { Window as WindowSchema } from '../memory/window-schema'
import type { PreviewRow, PreviewWindowOutput } from '../server/schemas/agent-preview'

// What the preview of a window does at each change of a field, without drawing: the draft's JSON is checked, decided on,
// compared with what is saved, and made into the bar. On a thread of 10,000 messages, in ms: median, 95th percentile, most;
// and the median of the processor's own time, which other work on the machine does not lengthen.
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, messages: { type: 'string', default: '10000' } },
})
const count = Number(options.messages)
const ROUNDS = 60

/** Turns of four: a question, a call, its result, an answer. */
function row(index: number): PreviewRow {
  const place = index % 4
  const role = place === 0 ? 'user' : place === 2 ? 'tool' : 'assistant'
  const call = `c-${Math.floor(index / 4)}`
  return [
    index + 1,
    role,
    Math.floor(index / 4) + 1,
    30,
    (index + 1) * 30,
    place === 1 ? [call] : [],
    place === 2 ? call : null,
    false,
    index === 40,
  ]
}

const saved: PreviewWindowOutput['saved'] = {
  window: { strategy: 'sliding-window', maxTokens: 4_000, maxTurns: 30 },
  source: 'agent',
  version: 1,
  storing: true,
  allowCallWindow: false,
}
const uid = '00000000-0000-7000-8000-000000000001'
const source = previewSource({
  saved,
  thread: {
    uid,
    threadId: 't',
    scope: { tenant: 'bench', subject: '' },
    title: null,
    agentName: 'bench',
    messageCount: count,
    tokenCount: count * 30,
    counter: 'o200k_base',
    lastTurn: Math.ceil(count / 4),
    lastTurnSeq: count - 3,
    turnOpen: false,
    hasOwnWindow: false,
  },
  rows: Array.from({ length: count }, (_, index) => row(index)),
  summary: { version: 1, toSeq: Math.floor(count / 8) * 4, tokens: 400 },
  recalled: Array.from({ length: 200 }, (_, rank) => {
    const seq = 4 * Math.floor((rank * 37) % Math.floor(count / 4)) + 1
    return {
      threadUid: uid,
      seq,
      seqs: [seq],
      found: [{ reach: 'thread' as const, rank, score: 1 - rank / 300 }],
      elsewhere: null,
    }
  }),
})
if (!source) throw new Error('no thread')

const drafts: Record<string, (step: number) => unknown> = {
  buffer: (step) => ({ strategy: 'buffer', maxMessages: 20 + step * 100, step: 0.3 }),
  'sliding-window': (step) => ({ strategy: 'sliding-window', maxTokens: 4_000 + step * 4_000, keepFirst: 10 }),
  summarizing: (step) => ({ strategy: 'summarizing', recentMessages: 20 + step, summarizeEvery: 20 }),
  vector: (step) => ({ strategy: 'vector', topK: 8 + step, threshold: 0.2, recentMessages: 10 }),
  composite: (step) => ({
    strategy: 'composite',
    mergeStrategy: 'interleave',
    maxTokens: 20_000 + step * 1_000,
    providers: [
      { strategy: 'buffer', maxMessages: 200 },
      { strategy: 'vector', topK: 20, threshold: 0.1 },
      { strategy: 'summarizing', recentMessages: 40 },
    ],
  }),
}

console.log(`\n### The preview at each change, a thread of ${count.toLocaleString('en')} messages, ms\n`)
console.log('| strategy | median | 95th percentile | most | processor, median |\n|---|---:|---:|---:|---:|')
const before = windowOn(source, saved.window)
for (const [name, draftOf] of Object.entries(drafts)) {
  const times: number[] = []
  const processor: number[] = []
  for (let step = 0; step < ROUNDS; step += 1) {
    const text = JSON.stringify(draftOf(step))
    const used = process.cpuUsage()
    const started = performance.now()
    const draft: Window = WindowSchema.parse(JSON.parse(text))
    const on = windowOn(source, draft)
    changesOf(before, on)
    segmentsOf(on, source.rows)
    times.push(performance.now() - started)
    const { user, system } = process.cpuUsage(used)
    processor.push((user + system) / 1_000)
  }
  const figures = [at(times, 0.5), at(times, 0.95), at(times, 1), at(processor, 0.5)]
  console.log(`| \`${name}\` | ${figures.map((value) => value.toFixed(1)).join(' | ')} |`)
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
