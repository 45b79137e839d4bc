export interface Variant {
  name: string
  /** One operation of one client. */
  run(client: number): Promise<unknown>
}

const ROUNDS = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5
const MILLISECONDS = Number(process.argv[process.argv.indexOf('--milliseconds') + 1]) || 1000

/**
 * Runs the variants in turn, round by round, so that what disturbs the machine disturbs all of them, and prints operations
 * a second: the median over the rounds, its spread, and the ratio to the variant at `base`.
 */
export async function compare(options: {
  title: string
  variants: readonly Variant[]
  clients: number
  base: number
}): Promise<void> {
  const { title, variants, clients, base } = options
  const rates = variants.map((): number[] => [])
  for (const variant of variants) await measure(variant, clients, 200)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, variant] of variants.entries()) {
      rates[index]?.push(await measure(variant, clients, MILLISECONDS))
    }
  }
  const baseline = median(rates[base] ?? [])
  console.log(`\n${title}`)
  for (const [index, variant] of variants.entries()) {
    const all = rates[index] ?? []
    const rate = median(all)
    console.log(
      `  ${variant.name.padEnd(28)}${rate.toFixed(0).padStart(8)}/s   ${Math.min(...all).toFixed(0)}..${Math.max(...all).toFixed(0)}   ${(rate / baseline).toFixed(2)}`,
    )
  }
}

/** Operations a second. */
async function measure(variant: Variant, clients: number, milliseconds: number): Promise<number> {
  const until = performance.now() + milliseconds
  const started = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < until) {
        await variant.run(client)
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
