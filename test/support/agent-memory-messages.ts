import { expect, it } from 'vitest'
import type { AgentInputMessage, AgentMessage } from '../../memory/better-agent/agent-message'
import { runWithMemory } from '../../memory/better-agent/agent-runs'
import { createMemory } from '../../memory/better-agent/create-memory'
import type { BetterAgentStorage } from '../../memory/better-agent/storage'
import { calls, idsOf, result, says, user } from './agent-messages'

const thread = (id: string, more: object = {}) => ({ id, agentName: 'support', createdAt: 1, updatedAt: 1, ...more })
const codeOf = (code: string) => expect.objectContaining({ code })

/** How it keeps messages. */
export function holdsMessages(storage: () => BetterAgentStorage): void {
  it('appends, lists in order and lists the newest', async () => {
    const memory = createMemory({ storage: storage() })
    await memory.threads.set('t', thread('t'))
    await memory.messages.append({ threadId: 't', runId: 'r1', messages: [user('a'), says('b')] })
    await memory.messages.append({ threadId: 't', runId: 'r2', messages: [user('c'), says('d')] })
    const all = await memory.messages.list({ threadId: 't' })
    expect(idsOf(all)).toEqual(['a', 'b', 'c', 'd'])
    expect(all[2]).toMatchObject({
      role: 'user',
      content: 'c',
      threadId: 't',
      runId: 'r2',
      createdAt: expect.any(Number),
    })
    expect(idsOf(await memory.messages.list({ threadId: 't', limit: 3 }))).toEqual(['b', 'c', 'd'])
    expect(idsOf(await memory.messages.list({ threadId: 't', limit: 0 }))).toEqual([])
    expect(await memory.messages.list({ threadId: 'nobody' })).toEqual([])
    expect(await memory.messages.append({ threadId: 'empty', messages: [] })).toEqual([])
  })

  it('keeps every field of a message, and roles that no model knows', async () => {
    const memory = createMemory({ storage: storage() })
    const messages: AgentMessage[] = [
      {
        id: '1',
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'binary', mimeType: 'image/png', url: 'u' },
        ],
      },
      { id: '2', role: 'reasoning', content: 'hm', encryptedValue: 'x' },
      {
        id: '3',
        role: 'assistant',
        toolCalls: [
          { id: 'c', type: 'function', providerExecuted: true, function: { name: 'f', arguments: '{"a": 1}' } },
        ],
      },
      { id: '4', role: 'activity', activityType: 'search', content: { steps: [1, { deep: null }] } },
      { id: '5', role: 'tool', toolCallId: 'c', content: 'found', status: 'success', approval: { approved: true } },
      {
        id: '6',
        role: 'assistant',
        content: 'done',
        sources: [{ id: 's', sourceType: 'url', url: 'u' }],
        lociRecord: 'own',
        betterAgent: 5,
      },
      { id: '7', role: 'assistant', content: '', toolCalls: [{ id: 'd', name: 'flat', arguments: { a: [] } }] },
      { id: '8', role: 'tool', toolCallId: 'd', content: '' },
    ]
    await memory.messages.append({ threadId: 't', runId: 'r', messages })
    const stored = await memory.messages.list({ threadId: 't' })
    expect(stored.map(({ threadId: _t, runId: _r, createdAt: _c, ...message }) => message)).toEqual(messages)
  })

  it('lists only what stood there before a run', async () => {
    const memory = createMemory({ storage: storage() })
    for (const run of ['1', '2', '3']) {
      await memory.messages.append({
        threadId: 't',
        runId: `run-${run}`,
        messages: [user(`q${run}`), says(`a${run}`)],
      })
    }
    const upTo = (runId: string, limit?: number) =>
      memory.messages.list({ threadId: 't', beforeRunId: runId, ...(limit ? { limit } : {}) })
    expect(idsOf(await upTo('run-2'))).toEqual(['q1', 'a1'])
    expect(idsOf(await upTo('run-3', 3))).toEqual(['a1', 'q2', 'a2'])
    expect(idsOf(await upTo('run-1'))).toEqual([])
    expect(idsOf(await upTo('never-ran'))).toHaveLength(6)
  })

  it('R2: stores a state that comes with its history once, and leaves what is stored as it is', async () => {
    const memory = createMemory({ storage: storage() })
    await memory.messages.append({ threadId: 't', messages: [user('a'), says('b')] })
    const fresh = await memory.messages.append({
      threadId: 't',
      messages: [user('a', 'altered'), says('b'), user('c'), says('d')],
    })
    expect(idsOf(fresh)).toEqual(['c', 'd'])
    expect(await memory.messages.append({ threadId: 't', messages: [user('c'), says('d')] })).toEqual([])
    const stored = await memory.messages.list({ threadId: 't' })
    expect(stored.map(({ content }) => content)).toEqual(['a', 'b', 'c', 'd'])
    await expect(memory.messages.append({ threadId: 't', messages: [user('x'), user('x')] })).rejects.toEqual(
      codeOf('INVALID_INPUT'),
    )
  })

  it('gives a message without an id one', async () => {
    const memory = createMemory({ storage: storage() })
    const bare: AgentInputMessage = { role: 'user', content: 'hi' }
    const [first, second] = await memory.messages.append({ threadId: 't', messages: [bare, bare] })
    expect(first?.id).not.toEqual(second?.id)
    expect(idsOf(await memory.messages.list({ threadId: 't' }))).toEqual([first?.id, second?.id])
  })

  it('W3: lastMessages and limit never cut an exchange', async () => {
    const memory = createMemory({ storage: storage(), lastMessages: 3 })
    const messages = [user('q'), calls('c', 'x', 'y'), result('rx', 'x'), result('ry', 'y'), says('a'), user('q2')]
    await memory.messages.append({ threadId: 't', messages })
    expect(idsOf(await memory.history({ threadId: 't' }))).toEqual(['a', 'q2'])
    expect(idsOf(await memory.messages.list({ threadId: 't', limit: 4 }))).toEqual(['a', 'q2'])
    expect(idsOf(await memory.messages.list({ threadId: 't', limit: 5 }))).toEqual(['c', 'rx', 'ry', 'a', 'q2'])
  })

  it('R2: a client that sends the whole conversation along each time doubles nothing', async () => {
    const memory = createMemory({ storage: storage(), lastMessages: 2 })
    const conversation: AgentMessage[] = []
    const prompts: string[][] = []
    for (let run = 1; run <= 4; run += 1) {
      conversation.push(user(`q${run}`))
      const fresh = await runWithMemory(
        { memory, agentName: 'support', threadId: 't', messages: conversation },
        async (messages) => {
          prompts.push(idsOf(messages))
          return [says(`a${run}`)]
        },
      )
      conversation.push(...fresh)
    }
    expect(idsOf(await memory.messages.list({ threadId: 't' }))).toEqual(idsOf(conversation))
    expect(prompts[3]).toEqual(['q3', 'a3', 'q4'])
  })

  it('writers of one thread each stay in one piece', async () => {
    const memory = createMemory({ storage: storage() })
    const blocks = Array.from({ length: 6 }, (_, writer) => [1, 2, 3, 4].map((step) => user(`${writer}-${step}`)))
    await Promise.all(blocks.map((messages) => memory.messages.append({ threadId: 't', messages })))
    const ids = idsOf(await memory.messages.list({ threadId: 't' }))
    expect(ids).toHaveLength(24)
    for (let at = 0; at < ids.length; at += 4) {
      const writer = ids[at]?.split('-')[0]
      expect(ids.slice(at, at + 4)).toEqual([1, 2, 3, 4].map((step) => `${writer}-${step}`))
    }
  })
}
