/** One way to do an operation. */
export interface Variant {
  name: string
  /** One operation of one client; or, for a program of its own, operations a second. */
  run?(client: number): Promise<unknown>
  rate?(clients: number, milliseconds: number): Promise<number>
  /** The variant that its ratio is to; the first one unless said otherwise. */
  base?: string
}

export interface Comparison {
  title: string
  clients: number
  variants: readonly Variant[]
  rounds: number
  milliseconds: number
}

export interface Result {
  name: string
  /** Operations a second: median, least and most over the rounds. */
  median: number
  least: number
  most: number
}

/**
 * Runs the variants in turn, round by round, so that what disturbs the machine disturbs all of them, and prints a table:
 * operations a second (median and spread over the rounds), and the ratio to another variant, round by round.
 */
export async function compare(comparison: Comparison): Promise<Result[]> {
  const { title, clients, variants, rounds, milliseconds } = comparison
  const rates = new Map(variants.map((variant): [string, number[]] => [variant.name, []]))
  for (const variant of variants) await measure(variant, clients, 300)
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of variants) {
      // What ran before it has filled the processor's caches with its own.
      if (variant.run) await measure(variant, clients, 100)
      rates.get(variant.name)?.push(await measure(variant, clients, milliseconds))
    }
  }
  console.log(`\n### ${title}, ${clients === 1 ? '1 client' : `${clients} clients`}\n`)
  console.log('| | operations a second | spread | ratio |\n|---|---:|---:|---|')
  return variants.map(({ name, base = variants[0]?.name ?? name }) => {
    const own = rates.get(name) ?? []
    const result = { name, median: median(own), least: Math.min(...own), most: Math.max(...own) }
    const ratio = median(own.map((rate, round) => rate / (rates.get(base)?.[round] ?? rate)))
    const against = base === name ? '' : `${ratio.toFixed(2)} of ${base}`
    const [rate, least, most] = [result.median, result.least, result.most].map((value) => value.toFixed(0))
    console.log(`| ${name} | ${rate} | ${least}–${most} | ${against} |`)
    return result
  })
}

/** Operations a second. */
async function measure(variant: Variant, clients: number, milliseconds: number): Promise<number> {
  if (variant.rate) return variant.rate(clients, milliseconds)
  const started = performance.now()
  const until = started + milliseconds
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < until) {
        await variant.run?.(client)
        done += 1
      }
    }),
  )
  return (done * 1000) / (performance.now() - started)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
