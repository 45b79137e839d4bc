import { describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../../memory/message'
import { SummarizingMemory, type SummarizingMemoryOptions } from '../../../memory/providers/summarizing'
import type { SummaryRequest } from '../../../memory/providers/summary-model'

const turn = (number: number): ModelMessage[] => [
  { role: 'user', content: `question ${number}` },
  { role: 'assistant', content: `answer ${number}` },
]
const turns = (count: number) => Array.from({ length: count }, (_, index) => turn(index + 1)).flat()
const texts = (messages: readonly ModelMessage[]) => messages.map(({ content }) => String(content))

const small = (options: Partial<SummarizingMemoryOptions> & Pick<SummarizingMemoryOptions, 'summaryModel'>) =>
  new SummarizingMemory({ recentMessages: 2, summarizeEvery: 4, ...options })

describe('SummarizingMemory', () => {
  it('W8: shows the summary first, then what it does not stand for', async () => {
    const asked: SummaryRequest[] = []
    const memory = small({
      summaryModel: async (request) => {
        asked.push(request)
        return 'They spoke of questions 1 to 4.'
      },
    })
    await memory.write(turns(5), { sessionId: 's' })
    await memory.settled()
    const [summary, ...rest] = await memory.read({ sessionId: 's' })
    expect(summary?.role).toBe('user')
    expect(String(summary?.content)).toContain('They spoke of questions 1 to 4.')
    expect(texts(rest)).toEqual(['question 5', 'answer 5'])
    expect(memory.summaryOf('s')).toMatchObject({ version: 1, covers: 8, reason: null, isRunning: false })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(asked[0]?.messages[1]?.content).toContain('question 4')
  })

  it('R1: the summary in a state that comes back is not stored, whatever became of its id and role', async () => {
    const memory = small({ summaryModel: async () => 'Said before.' })
    await memory.write(turns(5), { sessionId: 's' })
    await memory.settled()
    const seen = await memory.read({ sessionId: 's' })
    const altered = seen.map(
      ({ content }, index): ModelMessage => ({ role: index % 2 ? 'user' : 'assistant', content }),
    )
    await memory.write([...altered, ...turn(6)], { sessionId: 's' })
    await memory.settled()
    expect(memory.stats('s')).toMatchObject({ messages: 12 })
  })

  it("takes AgentLIB's ModelProvider, and goes on from the summary so far", async () => {
    const inputs: string[] = []
    const summaryModel = {
      name: 'scripted',
      complete: async ({ messages }: SummaryRequest) => {
        inputs.push(messages[1]?.content ?? '')
        return { message: { role: 'assistant' as const, content: `summary ${inputs.length}` } }
      },
    }
    const memory = small({ summaryModel })
    await memory.write(turns(5), { sessionId: 's' })
    await memory.settled()
    await memory.write(turns(8), { sessionId: 's' })
    await memory.settled()
    expect(memory.getSummary('s')).toBe('summary 2')
    expect(memory.summaryOf('s')).toMatchObject({ version: 2, covers: 14 })
    expect(inputs[1]).toContain('summary 1')
    expect(inputs[1]).not.toContain('question 4')
  })

  it.each<[string, SummarizingMemoryOptions['summaryModel'], string]>([
    ['throws', () => Promise.reject(new Error('down')), 'failed'],
    [
      'throws at once',
      () => {
        throw new Error('down')
      },
      'failed',
    ],
    ['answers nothing', async () => '  \n', 'blank'],
    ['answers too much', async () => 'word '.repeat(5_000), 'oversize'],
    ['never answers', () => new Promise(() => {}), 'timeout'],
  ])('a model that %s leaves a plain window and a reason', async (_name, summaryModel, reason) => {
    const memory = small({ summaryModel, timeoutMs: 20 })
    await memory.write(turns(5), { sessionId: 's' })
    await memory.settled()
    expect(memory.summaryOf('s')).toMatchObject({ text: null, version: 0, reason, isRunning: false })
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(texts(turns(5)))
  })

  it('neither a read nor a write waits for the model, and one session has one at a time', async () => {
    let running = 0
    let most = 0
    const waiting: (() => void)[] = []
    const memory = small({
      summaryModel: async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise<void>((resolve) => waiting.push(resolve))
        running -= 1
        return 'later'
      },
    })
    for (let number = 1; number <= 8; number += 1) await memory.write(turns(number), { sessionId: 's' })
    expect(texts(await memory.read({ sessionId: 's', limit: 2 }))).toEqual(texts(turn(8)))
    expect(memory.summaryOf('s')).toMatchObject({ isRunning: true, text: null })
    const settled = memory.settled()
    while (memory.summaryOf('s')?.isRunning) {
      for (const go of waiting.splice(0)) go()
      await Promise.resolve()
    }
    await settled
    expect(most).toBe(1)
    expect(memory.getSummary('s')).toBe('later')
  })

  it('a session that is cleared meanwhile gets no summary', async () => {
    let answer: (text: string) => void = () => {}
    const memory = small({ summaryModel: () => new Promise<string>((resolve) => (answer = resolve)) })
    await memory.write(turns(5), { sessionId: 's' })
    await memory.clear('s')
    await memory.write(turn(1), { sessionId: 's' })
    answer('of the old one')
    await memory.settled()
    expect(memory.getSummary('s')).toBeNull()
    expect(texts(await memory.read({ sessionId: 's' }))).toEqual(texts(turn(1)))
  })

  it('a filtered read has no summary', async () => {
    const memory = small({ summaryModel: async () => 'Said before.' })
    await memory.write(turns(5), { sessionId: 's', tags: { topic: 'all' } })
    await memory.settled()
    const seen = await memory.read({ sessionId: 's', tags: { topic: 'all' } })
    expect(texts(seen).some((text) => text.includes('Said before.'))).toBe(false)
  })
})
