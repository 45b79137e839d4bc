import { describe, expect, it } from 'vitest'
import type { MemoryEntry, ReadOptions, WriteOptions } from '../../memory/contract'
import type { ModelMessage } from '../../memory/message'
import { BufferMemory } from '../../memory/providers/buffer'
import { ContractError, memoryProviderContract } from '../../sdk/testing'

// Memories that keep the contract but for one fault each.

class AppendsWholeStates extends BufferMemory {
  readonly #lists = new Map<string, ModelMessage[]>()
  override async read({ sessionId = 'default' }: ReadOptions = {}) {
    return structuredClone(this.#lists.get(sessionId) ?? [])
  }
  override async write(messages: readonly ModelMessage[], { sessionId = 'default' }: WriteOptions = {}) {
    this.#lists.set(sessionId, [...(this.#lists.get(sessionId) ?? []), ...structuredClone([...messages])])
  }
}

class CutsExchanges extends BufferMemory {
  override async read(options: ReadOptions = {}) {
    const { limit, ...rest } = options
    const all = await super.read(rest)
    return limit === undefined ? all : limit === 0 ? [] : all.slice(-limit)
  }
}

class SharesItsMessages extends BufferMemory {
  readonly #lists = new Map<string, ModelMessage[]>()
  override async read({ sessionId = 'default' }: ReadOptions = {}) {
    return this.#lists.get(sessionId) ?? []
  }
  override async write(messages: readonly ModelMessage[], { sessionId = 'default' }: WriteOptions = {}) {
    this.#lists.set(sessionId, [...messages])
  }
}

class ForgetsSessions extends BufferMemory {
  override read({ sessionId: _any, ...rest }: ReadOptions = {}) {
    return super.read(rest)
  }
  override write(messages: readonly ModelMessage[], { sessionId: _any, ...rest }: WriteOptions = {}) {
    return super.write(messages, rest)
  }
  override clear() {
    return super.clear()
  }
}

class IgnoresFilters extends BufferMemory {
  override read({ tags: _tags, limit: _limit, query, ...rest }: ReadOptions = {}) {
    return query === undefined ? super.read(rest) : Promise.resolve([])
  }
}

class NeverClears extends BufferMemory {
  override async clear() {}
}

class DropsIdsAndFields extends BufferMemory {
  override async read(options: ReadOptions = {}) {
    return (await super.read(options)).map(({ role, content, toolCalls, toolCallId }): ModelMessage => {
      const text = typeof content === 'string' ? content.replaceAll('\u0000', '') : JSON.stringify(content)
      return { role, content: text, ...(toolCalls ? { toolCalls } : {}), ...(toolCallId ? { toolCallId } : {}) }
    })
  }
}

class ReversesOrder extends BufferMemory {
  override async read(options: ReadOptions = {}) {
    return (await super.read(options)).toReversed()
  }
}

class ThrowsOnUnknown extends BufferMemory {
  override async read(options: ReadOptions = {}) {
    const found = await super.read(options)
    if (found.length === 0) throw new Error('no such session')
    return found
  }
}

class ListsTwice extends BufferMemory {
  override async entries(sessionId?: string): Promise<MemoryEntry[]> {
    const entries = await super.entries(sessionId)
    return [...entries, ...entries]
  }
}

const lastWriteWins = () => {
  const lists = new Map<string, string>()
  return {
    type: 'last-write',
    async read({ sessionId = 'default' }: ReadOptions = {}): Promise<ModelMessage[]> {
      return JSON.parse(lists.get(sessionId) ?? '[]')
    },
    async write(messages: readonly ModelMessage[], { sessionId = 'default' }: WriteOptions = {}) {
      const stored = messages.filter(({ role }) => role !== 'system')
      await Promise.resolve()
      lists.set(sessionId, JSON.stringify(stored))
    },
  }
}

async function failures(make: Parameters<typeof memoryProviderContract>[0]): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of memoryProviderContract(make)) {
    await run().catch(() => failed.push(name))
  }
  return failed
}

const faults = {
  AppendsWholeStates: () => new AppendsWholeStates(),
  CutsExchanges: () => new CutsExchanges(),
  SharesItsMessages: () => new SharesItsMessages(),
  ForgetsSessions: () => new ForgetsSessions(),
  IgnoresFilters: () => new IgnoresFilters(),
  NeverClears: () => new NeverClears(),
  DropsIdsAndFields: () => new DropsIdsAndFields(),
  ReversesOrder: () => new ReversesOrder(),
  ThrowsOnUnknown: () => new ThrowsOnUnknown(),
  ListsTwice: () => new ListsTwice(),
  LastWriteWins: lastWriteWins,
}

describe('the contract finds what is wrong', () => {
  const expected: Record<keyof typeof faults, string[]> = {
    AppendsWholeStates: [
      'a whole state handed over each run stores nothing twice',
      'the same write again changes nothing',
    ],
    CutsExchanges: ['no limit parts a tool call from its results'],
    SharesItsMessages: [
      'what a reader does to its messages changes nothing stored',
      'what a writer does to its messages afterwards changes nothing stored',
      'system messages are not stored',
    ],
    ForgetsSessions: ['sessions do not see each other', 'clear forgets one session, or without a name all of them'],
    IgnoresFilters: [
      'limit gives the newest messages, at most so many',
      'tags give the messages of the writes that carry all of them',
      'query finds the messages that hold its words, exchanges whole',
    ],
    NeverClears: ['clear forgets one session, or without a name all of them', 'a cleared session can be written again'],
    DropsIdsAndFields: [
      'ids are kept',
      'fields that the memory does not know are kept',
      'hostile texts come back as they were',
    ],
    ReversesOrder: ['what was written is read back, in order'],
    ThrowsOnUnknown: ['an unknown session is empty'],
    ListsTwice: ['entries hold what was written, each message once, oldest first, with times, tags and agent'],
    LastWriteWins: ['writes at the same time are each stored once, whole and in one piece'],
  }

  it.each(Object.entries(expected))('%s', async (name, cases) => {
    const make = faults[name as keyof typeof faults]
    expect(await failures(make)).toEqual(expect.arrayContaining(cases))
  })

  it('every case fails for some provider', async () => {
    const failed = new Set<string>()
    for (const make of Object.values(faults)) for (const name of await failures(make)) failed.add(name)
    const all = memoryProviderContract(() => new BufferMemory()).map(({ name }) => name)
    expect(all.filter((name) => !failed.has(name))).toEqual([])
  })

  it('fails with what was expected and what was there', async () => {
    const [first] = memoryProviderContract(() => ({
      type: 'odd',
      read: async () => [{ role: 'user', content: 'not yours' } as ModelMessage],
      write: async () => {},
    }))
    const error = await first?.run().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ContractError)
    expect(error).toMatchObject({ name: 'AssertionError', expected: [], actual: [{ content: 'not yours' }] })
  })
})
