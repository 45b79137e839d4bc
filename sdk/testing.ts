import type { MemoryProvider } from '../memory/contract'
import type { ModelMessage } from '../memory/message'
import { CASES } from './contract/cases'
import { ContractError } from './contract/checks'

export { ContractError }

/** One case of the contract, for any test runner. */
export interface ContractCase {
  readonly name: string
  /** Makes a provider and rejects with a `ContractError` when it does not keep the contract. */
  readonly run: () => Promise<void>
}

/** The part of a test runner that is needed: `test` of vitest, jest or node:test, and their `describe`. */
export interface ContractRunner {
  test(name: string, run: () => Promise<void>): unknown
  describe?: ((name: string, define: () => void) => unknown) | undefined
  /** Of the group; the provider's contract unless given. */
  name?: string | undefined
}

/**
 * What every memory has to do, as cases. Give a runner to have each of them as a test; or run them yourself.
 *
 * ```ts
 * import { describe, test } from 'node:test'
 *
 * memoryProviderContract(() => new MyMemory(), { describe, test })
 * ```
 *
 * `makeProvider` is asked once a case and gives an empty provider that shows at least twenty messages. Cases of `clear` and
 * `entries` pass where a provider has none.
 */
export function memoryProviderContract<TMessage extends object = ModelMessage>(
  makeProvider: () => MemoryProvider<TMessage> | Promise<MemoryProvider<TMessage>>,
  runner?: ContractRunner,
): readonly ContractCase[] {
  const cases = CASES.map(
    ({ name, run }): ContractCase => ({
      name,
      // The cases' messages are such as every agent sends.
      run: async () => run((await makeProvider()) as unknown as MemoryProvider),
    }),
  )
  if (runner) {
    const define = () => {
      for (const { name, run } of cases) runner.test(name, run)
    }
    if (runner.describe) runner.describe(runner.name ?? 'memory provider contract', define)
    else define()
  }
  return cases
}
