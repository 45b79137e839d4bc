import { Session } from 'node:inspector/promises'

/** Where time goes: the first pattern that fits a function's file names its part. */
const PARTS: readonly [part: string, file: RegExp][] = [
  ['pg (protocol and rows)', /node_modules\/(pg|pg-[^/]*|postgres-[^/]*)\//],
  ['zod', /node_modules\/zod\//],
  ['tRPC', /node_modules\/@trpc\//],
  ['tokenizer', /node_modules\/gpt-tokenizer\//],
  ['other packages', /node_modules\//],
  ['our HTTP', /\/server\/(http|api|auth)\//],
  ['our services', /\/server\/(services|schemas|json-text)/],
  ['our store', /\/server\/(store|database)\//],
  ['our decisions (memory/)', /\/memory\//],
  ['the bench itself', /\/bench\//],
  ['Node: HTTP', /^node:(_http|internal\/http|http)/],
  ['Node: network, streams, timers', /^node:/],
]

/** `dispatch` is the profiler's own. */
const NOT_WORK = new Set(['(idle)', '(root)', 'dispatch'])
const SOCKET_CALLS = new Set(['writev', 'writeBuffer', 'writeUtf8String', 'writeLatin1String', 'shutdown'])

/** Profiles the work and prints what share of the time on the processor each part of the program had. */
export async function profile(title: string, work: () => Promise<unknown>): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  await work()
  const { profile: taken } = await session.post('Profiler.stop')
  session.disconnect()

  const nodes = new Map(taken.nodes.map((node) => [node.id, node]))
  const shares = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  for (const [index, id] of (taken.samples ?? []).entries()) {
    const frame = nodes.get(id)?.callFrame
    const spent = taken.timeDeltas?.[index] ?? 0
    if (!frame || NOT_WORK.has(frame.functionName)) continue
    busy += spent
    const part = partOf(frame.url, frame.functionName)
    shares.set(part, (shares.get(part) ?? 0) + spent)
    const name = `${frame.functionName || '(anonymous)'} ${frame.url.replace(/^.*\/(node_modules|server|memory|bench)\//, '$1/')}`
    functions.set(name, (functions.get(name) ?? 0) + spent)
  }
  console.log(`\n### Profile: ${title}\n\n| part | share of busy time |\n|---|---:|`)
  for (const [part, spent] of largest(shares, 20)) console.log(`| ${part} | ${percent(spent / busy)} |`)
  console.log('\n| function | share |\n|---|---:|')
  for (const [name, spent] of largest(functions, 14)) console.log(`| ${name} | ${percent(spent / busy)} |`)
}

function partOf(url: string, functionName: string): string {
  if (functionName === '(garbage collector)') return 'garbage collector'
  if (functionName === '(program)' || SOCKET_CALLS.has(functionName)) return 'system calls, sockets'
  return PARTS.find(([, file]) => file.test(url))?.[0] ?? 'built-in functions'
}

function largest(sums: ReadonlyMap<string, number>, count: number): [string, number][] {
  return [...sums].toSorted((left, right) => right[1] - left[1]).slice(0, count)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
