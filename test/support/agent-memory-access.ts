import { expect, it } from 'vitest'
import { memoryOf, runWithMemory } from '../../memory/better-agent/agent-runs'
import { createMemory } from '../../memory/better-agent/create-memory'
import type { BetterAgentStorage } from '../../memory/better-agent/storage'
import { idsOf, says, user } from './agent-messages'

const codeOf = (code: string) => expect.objectContaining({ code })

/** Who reaches what, and which memory an agent has. */
export function holdsAccess(storage: () => BetterAgentStorage): void {
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
}
