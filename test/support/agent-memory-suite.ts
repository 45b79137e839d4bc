import { describe, expect, it } from 'vitest'
import type { AgentInputMessage, AgentMessage, MemoryMessage } from '../../memory/better-agent/agent-message'
import { memoryOf, runWithMemory } from '../../memory/better-agent/agent-runs'
import { createMemory } from '../../memory/better-agent/create-memory'
import type { BetterAgentStorage } from '../../memory/better-agent/storage'

export const user = (id: string, content = id): AgentMessage => ({ id, role: 'user', content })
export const says = (id: string, content = id): AgentMessage => ({ id, role: 'assistant', content })
export const calls = (id: string, ...callIds: string[]): AgentMessage => ({
  id,
  role: 'assistant',
  toolCalls: callIds.map((call) => ({ id: call, type: 'function', function: { name: 'find', arguments: '{"a":1}' } })),
})
export const result = (id: string, toolCallId: string): AgentMessage => ({ id, role: 'tool', toolCallId, content: id })
export const idsOf = (messages: readonly { id: string }[]) => messages.map(({ id }) => id)

const thread = (id: string, more: object = {}) => ({ id, agentName: 'support', createdAt: 1, updatedAt: 1, ...more })
const codeOf = (code: string) => expect.objectContaining({ code })

/** What Better Agent's Memory page says, over any storage. `storage()` gives one that is empty. */
export function agentMemorySuite(name: string, storage: () => BetterAgentStorage): void {
  describe(`memory over ${name}`, () => {
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

    it('threads are made, found, changed and listed, the last used first', async () => {
      const memory = createMemory({ storage: storage() })
      await expect(memory.threads.set('t', thread('other'))).rejects.toEqual(codeOf('INVALID_INPUT'))
      await memory.threads.set(
        't1',
        thread('t1', { title: 'One', metadata: { plan: 'pro', n: 1 }, state: { step: 1 } }),
      )
      expect(await memory.threads.get('t1')).toMatchObject({
        id: 't1',
        agentName: 'support',
        title: 'One',
        metadata: { plan: 'pro', n: 1 },
        state: { step: 1 },
      })
      await memory.threads.set('t1', thread('t1', { metadata: { n: 2 } }))
      const changed = await memory.threads.get('t1')
      expect(changed?.metadata).toEqual({ n: 2 })
      expect([changed?.title, changed?.state]).toEqual([undefined, undefined])
      await memory.threads.set('t2', { ...thread('t2'), agentName: 'other' })
      await memory.messages.append({ threadId: 't1', messages: [user('later')] })
      await memory.messages.append({ threadId: 't2', messages: [user('latest')] })
      expect(idsOf(await memory.threads.list())).toEqual(['t2', 't1'])
      expect(idsOf(await memory.threads.list({ limit: 1 }))).toEqual(['t2'])
      expect(idsOf(await memory.threads.list({ agentName: 'support' }))).toEqual(['t1'])
      expect(await memory.threads.get('nobody')).toBeUndefined()
    })

    it('finds its rows on delete, whatever generateId makes', async () => {
      const generateId = (kind: string) => `${kind}_${crypto.randomUUID()}`
      const memory = createMemory({ storage: storage(), generateId })
      const made = await memory.threads.create({ agentName: 'support', title: 'New' })
      expect(made.id).toMatch(/^thread_/)
      await memory.messages.append({ threadId: made.id, messages: [user('a'), says('b')] })
      await memory.threads.delete(made.id)
      expect(await memory.threads.get(made.id)).toBeUndefined()
      expect(await memory.messages.list({ threadId: made.id })).toEqual([])
      await memory.threads.delete(made.id)
      await memory.messages.append({ threadId: made.id, messages: [user('a')] })
      expect(idsOf(await memory.messages.list({ threadId: made.id }))).toEqual(['a'])
    })

    it('forks a thread, and what a transform makes of it, without exchanges that it splits', async () => {
      const memory = createMemory({ storage: storage() })
      await memory.threads.set('source', thread('source', { title: 'Source', metadata: { k: 1 } }))
      const first = [user('q'), calls('c', 'x'), result('r', 'x'), says('a')]
      await memory.messages.append({ threadId: 'source', runId: 'r1', messages: first })
      await memory.messages.append({ threadId: 'source', runId: 'r2', messages: [user('q2'), says('a2')] })
      const forked = await memory.fork('copy', 'source')
      expect(forked).toMatchObject({ id: 'copy', agentName: 'support', title: 'Source', metadata: { k: 1 } })
      const copied = await memory.messages.list({ threadId: 'copy' })
      expect(idsOf(copied)).toEqual(['q', 'c', 'r', 'a', 'q2', 'a2'])
      expect(copied.map(({ runId }) => runId)).toEqual(['r1', 'r1', 'r1', 'r1', 'r2', 'r2'])
      await memory.fork('short', 'source', (messages) => messages.slice(-4))
      expect(idsOf(await memory.messages.list({ threadId: 'short' }))).toEqual(['a', 'q2', 'a2'])
      await memory.fork('more', 'short', async (messages) => [...messages, says('b', 'added')])
      expect(idsOf(await memory.messages.list({ threadId: 'more' }))).toEqual(['a', 'q2', 'a2', 'b'])
      await memory.messages.append({ threadId: 'copy', messages: [user('only here')] })
      expect(await memory.messages.list({ threadId: 'source' })).toHaveLength(6)
      expect(await memory.messages.list({ threadId: 'source', beforeRunId: 'r2' })).toHaveLength(4)
      await expect(memory.fork('copy', 'source')).rejects.toEqual(codeOf('CONFLICT'))
      await expect(memory.fork('source', 'source')).rejects.toEqual(codeOf('CONFLICT'))
      await expect(memory.fork('new', 'missing')).rejects.toEqual(codeOf('NOT_FOUND'))
      await expect(memory.fork('new', 'missing', (messages) => messages)).rejects.toEqual(codeOf('NOT_FOUND'))
      expect(await memory.threads.get('new')).toBeUndefined()
      await memory.threads.delete('copy')
      expect(idsOf(await memory.messages.list({ threadId: 'source' }))).toHaveLength(6)
    })

    it('S3: equal ids in two scopes are two threads', async () => {
      const memory = createMemory({ storage: storage() })
      const mine = await memory.for({ auth: { tenant: 'acme', subject: 'me' } })
      const theirs = await memory.for({ auth: { tenant: 'acme', subject: 'them' } })
      await mine.messages.append({ threadId: 't', agentName: 'support', messages: [user('a', 'mine')] })
      await theirs.messages.append({ threadId: 't', agentName: 'support', messages: [user('a', 'theirs')] })
      const contents = async (access: typeof mine) =>
        (await access.messages.list({ threadId: 't' })).map(({ content }) => content)
      expect(await contents(mine)).toEqual(['mine'])
      expect(await contents(theirs)).toEqual(['theirs'])
      expect(await mine.threads.list()).toMatchObject([
        { id: 't', agentName: 'support', scope: 'tenant:acme:subject:me' },
      ])
      await mine.threads.delete('t')
      expect(await mine.threads.get('t')).toBeUndefined()
      expect(await contents(theirs)).toEqual(['theirs'])
      await expect(mine.fork('copy', 't')).rejects.toEqual(codeOf('NOT_FOUND'))
      expect(idsOf(await memory.threads.list())).toEqual([])
    })

    it('S2: a scope resolver is given who is signed in, and without a scope there is no access', async () => {
      const asked: unknown[] = []
      const memory = createMemory({
        storage: storage(),
        async scope({ auth, agentName }) {
          asked.push([auth?.tenant, auth?.subject, agentName])
          return auth && { tenant: auth.tenant ?? 'none', subject: `${auth.subject}:of:${agentName}` }
        },
      })
      const access = await memory.for({ auth: { tenant: 'acme', subject: 'u' }, agentName: 'support' })
      await access.messages.append({ threadId: 't', messages: [user('a')] })
      expect(asked).toEqual([['acme', 'u', 'support']])
      expect((await access.threads.get('t'))?.scope).toBe('tenant:acme:subject:u%3Aof%3Asupport')
      expect(
        idsOf(await memory.within({ tenant: 'acme', subject: 'u:of:support' }).messages.list({ threadId: 't' })),
      ).toEqual(['a'])
      await expect(memory.for({ auth: null })).rejects.toEqual(codeOf('FORBIDDEN'))
      for (const denied of [
        () => memory.threads.get('t'),
        () => memory.threads.list(),
        () => memory.threads.delete('t'),
        () => memory.messages.list({ threadId: 't' }),
        () => memory.messages.append({ threadId: 't', messages: [user('b')] }),
        () => memory.history({ threadId: 't' }),
        () => memory.fork('x', 't'),
      ]) {
        await expect(denied()).rejects.toEqual(codeOf('FORBIDDEN'))
      }
      for (const nothing of ['', ' ', '*']) {
        await expect(
          createMemory({ storage: storage(), scope: () => nothing }).for({ auth: { subject: 's' } }),
        ).rejects.toEqual(codeOf('FORBIDDEN'))
      }
      await expect(createMemory({ storage: storage() }).for({ auth: null })).rejects.toEqual(codeOf('FORBIDDEN'))
    })

    it('an agent has the app’s memory, its own, or none', async () => {
      const app = { storage: storage(), memory: createMemory({ lastMessages: 4 }) }
      const support = memoryOf(app, { name: 'support' })
      const careful = memoryOf(app, { name: 'careful', memory: createMemory({ lastMessages: 2 }) })
      const classifier = memoryOf(app, { name: 'classifier', memory: false })
      expect([support?.lastMessages, careful?.lastMessages, classifier]).toEqual([4, 2, undefined])
      const seen: Record<string, string[][]> = {}
      const ask = (agentName: string, memory: typeof support, run: number) =>
        runWithMemory(
          { memory, agentName, threadId: `t-${agentName}`, runId: `run-${run}`, messages: [user(`q${run}`)] },
          async (messages) => {
            seen[agentName] = [...(seen[agentName] ?? []), idsOf(messages)]
            return [{ id: `s${run}`, role: 'system', content: 'injected' }, ...messages, says(`a${run}`)]
          },
        )
      for (let run = 1; run <= 3; run += 1) {
        expect(idsOf(await ask('support', support, run))).toEqual([`a${run}`])
        await ask('careful', careful, run)
        await ask('classifier', classifier, run)
      }
      expect(seen.support).toEqual([['q1'], ['q1', 'a1', 'q2'], ['q1', 'a1', 'q2', 'a2', 'q3']])
      expect(seen.careful).toEqual([['q1'], ['q1', 'a1', 'q2'], ['q2', 'a2', 'q3']])
      expect(seen.classifier).toEqual([['q1'], ['q2'], ['q3']])
      expect(idsOf((await support?.messages.list({ threadId: 't-support' })) ?? [])).toEqual([
        'q1',
        'a1',
        'q2',
        'a2',
        'q3',
        'a3',
      ])
      expect(await support?.messages.list({ threadId: 't-classifier' })).toEqual([])
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
  })
}

/** The messages without their place. */
export function bare(messages: readonly MemoryMessage[]): AgentMessage[] {
  return messages.map(({ threadId: _threadId, runId: _runId, createdAt: _createdAt, ...message }) => message)
}
