import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ModelMessage } from '../../../memory/message'
import { createCallerFactory } from '../../../server/api/procedure'
import { appRouter } from '../../../server/api/root'
import type { OperatorRole } from '../../../server/schemas/setup'
import { callContext, operatorOf } from '../../support/call-context'
import { type TestDatabase, testDatabase } from '../../support/database'
import { assistant, calls, result, seedWrite, user } from '../../support/seed-threads'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const callerOf = createCallerFactory(appRouter)
const somebody = (role: OperatorRole) => callerOf(callContext(database, operatorOf(role)))
const lead = () => somebody('lead')

const turn = (name: string): ModelMessage[] => [user(name), assistant(`re ${name}`)]
const toolTurn: ModelMessage[] = [user('look'), calls('c1', 'c2'), result('c1'), result('c2'), assistant('seen')]
const once = [...turn('one'), ...toolTurn, ...turn('two')]

/** Writes each part as an entry of its own, as an agent does that appends its whole state after each run. */
async function threadOf(subject: string, parts: readonly ModelMessage[][]) {
  const scope = { tenant: 'duplicates', subject }
  let uid = ''
  for (const messages of parts) uid = await seedWrite(database, { scope, threadId: 'doubled', messages })
  return { scope, uid }
}
const doubled = (subject: string) => threadOf(subject, [turn('one'), [...turn('one'), ...toolTurn], [...once]])

/** Role and content of a thread's messages, as the wire carries them. */
async function saidIn(uid: string | undefined): Promise<unknown[]> {
  const { items } = await lead().messages.list({ uid })
  const read: { message: ModelMessage }[] = JSON.parse(JSON.stringify(items))
  return read.map(({ message }) => [message.role, message.content])
}
const said = (messages: readonly ModelMessage[]) => messages.map(({ role, content }) => [role, content])

async function found(scope: { tenant: string; subject: string }) {
  const started = await lead().threads.findDuplicates({ scope })
  await vi.waitFor(async () => expect((await lead().jobs.get({ id: started.id })).finishedAt).not.toBeNull(), {
    timeout: 20_000,
    interval: 20,
  })
  return lead().threads.duplicates({ jobId: started.id })
}

describe('history that was stored twice', () => {
  it('is found by a job among all that match, and told with how sure it is', async () => {
    const { scope, uid } = await doubled('found')
    await seedWrite(database, { scope, threadId: 'clean', messages: once })
    const list = await found(scope)
    expect(list).toMatchObject({ state: 'done', threads: 2, found: 1, tooLong: 0, nextCursor: null })
    expect(list.items).toMatchObject([{ certainty: 'likely', stretches: 2, messages: 9, thread: { uid } }])
    const { messageCount, tokenCount } = await lead().threads.get({ uid })
    expect(messageCount).toBe(18)
    expect(list.items[0]?.tokens).toBeLessThan(tokenCount)
    await lead().threads.delete({ uid })
    const jobs = await lead().threads.findDuplicates({ scope })
    expect((await lead().threads.duplicates({ jobId: jobs.id })).items, 'what is gone is not listed').toEqual([])
  })

  it('is looked at beside its repair, and repaired as a fork that leaves the source as it is', async () => {
    const { uid, scope } = await doubled('repaired')
    const preview = await lead().threads.compare({ uid, repaired: true })
    expect(preview.right).toBeNull()
    expect(preview.rightTotals.messages).toBe(9)
    expect(preview.totals.dropped.messages).toBe(9)
    expect(preview.runs.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      'same 2',
      'dropped 2',
      'same 5',
      'dropped 7',
      'same 2',
    ])
    const before = await lead().messages.list({ uid })
    const { thread, messages } = await lead().threads.repair({ uid, threadId: 'doubled-once', messageCount: 18 })
    expect(messages).toBe(9)
    expect(thread).toMatchObject({ parentUid: uid, messageCount: 9, tokenCount: preview.rightTotals.tokens })
    expect(await saidIn(thread?.uid)).toEqual(said(once))
    expect(await lead().messages.list({ uid })).toEqual(before)
    expect((await found(scope)).items.map((item) => item.thread.uid)).toEqual([uid])
    await lead().threads.delete({ uid: thread?.uid })
    expect(await lead().messages.list({ uid }), 'deleting the fork takes it back').toEqual(before)
  })

  it('W3: a turn that was open when its history came again keeps its calls and results', async () => {
    const open = toolTurn.slice(0, 2)
    const { uid } = await threadOf('open', [
      [...turn('one'), ...open],
      [...turn('one'), ...toolTurn],
    ])
    const { thread } = await lead().threads.repair({ uid, threadId: 'open-once', messageCount: 11 })
    expect(await saidIn(thread?.uid)).toEqual(said([...turn('one'), ...toolTurn]))
  })

  it('is refused a repair where there is none, where the thread has grown, and where the id is taken', async () => {
    const refusal = (input: { uid: string; threadId: string; messageCount: number }) =>
      lead()
        .threads.repair(input)
        .then(
          () => 'done',
          (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
        )
    const { uid } = await doubled('refused')
    expect(await refusal({ uid, threadId: 'new', messageCount: 17 })).toMatch(/^CONFLICT: The thread has grown/)
    expect(await refusal({ uid, threadId: 'doubled', messageCount: 18 })).toMatch(/^CONFLICT: A thread of this scope/)
    const clean = await threadOf('refused too', [once])
    expect(await refusal({ uid: clean.uid, threadId: 'new', messageCount: 9 })).toMatch(/^CONFLICT: No history/)
    const missing = '0190a000-0000-7000-8000-00000000dead'
    expect(await refusal({ uid: missing, threadId: 'new', messageCount: 9 })).toMatch(/^NOT_FOUND/)
    await expect(somebody('observer').threads.repair({ uid, threadId: 'new', messageCount: 18 })).rejects.toMatchObject(
      {
        code: 'FORBIDDEN',
      },
    )
  })
})

describe('two threads side by side', () => {
  it('a fork beside its source, and both have grown since', async () => {
    const { scope, uid } = await threadOf('side', [once])
    const { thread: fork } = await lead().threads.fork({ fromUid: uid, threadId: 'side-fork', upTo: 7 })
    await seedWrite(database, { scope, threadId: 'doubled', messages: turn('source only') })
    await seedWrite(database, { scope, threadId: 'side-fork', messages: turn('fork only') })
    const compared = await lead().threads.compare({ uid, with: fork?.uid })
    expect(compared.runs).toEqual([
      { kind: 'same', left: 1, right: 1, count: 7 },
      { kind: 'dropped', left: 8, right: 8, count: 4 },
      { kind: 'added', left: 12, right: 8, count: 2 },
    ])
    const { left, right, totals, rightTotals } = compared
    expect(totals.same.tokens + totals.dropped.tokens).toBe(left.tokenCount)
    expect(totals.same.tokens + totals.added.tokens).toBe(right?.tokenCount)
    expect(rightTotals).toEqual({ messages: right?.messageCount, tokens: right?.tokenCount })
  })

  it('a redacted message stays the same as its copy', async () => {
    const { uid } = await threadOf('redacted', [once])
    const { thread: fork } = await lead().threads.fork({ fromUid: uid, threadId: 'redacted-fork' })
    await lead().messages.redact({ uid, seq: 1 })
    const { runs } = await lead().threads.compare({ uid, with: fork?.uid })
    expect(runs).toEqual([{ kind: 'same', left: 1, right: 1, count: 9 }])
  })

  it('S3: what is deleted or was never there is not found', async () => {
    const { uid } = await threadOf('gone', [once])
    const missing = '0190a000-0000-7000-8000-00000000dead'
    await expect(lead().threads.compare({ uid, with: missing })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await lead().threads.delete({ uid })
    await expect(lead().threads.compare({ uid, repaired: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('what a deletion would take along', () => {
  it('is counted for some threads and for all that match; forks that stay are told', async () => {
    const { scope, uid } = await threadOf('impact', [once])
    const { thread: fork } = await lead().threads.fork({ fromUid: uid, threadId: 'impact-fork' })
    const { thread: second } = await lead().threads.fork({ fromUid: fork?.uid, threadId: 'impact-second' })
    await lead().messages.pin({ uid, seq: 1 })
    await lead().reviews.set({ uid, status: 'reviewed', outcome: 'pass' })
    expect(await lead().threads.impact({ uids: [uid] })).toMatchObject({
      threads: 1,
      messages: 9,
      entries: 1,
      summaries: 0,
      vectors: 0,
      pins: 1,
      notes: 0,
      reviews: 1,
      forks: 1,
      keptDays: 30,
    })
    expect(await lead().threads.impact({ uids: [uid, fork?.uid ?? ''] })).toMatchObject({ threads: 2, forks: 1 })
    await lead().threads.delete({ uid: second?.uid })
    expect(await lead().threads.impact({ uids: [fork?.uid ?? ''] }), 'of the living').toMatchObject({ forks: 0 })
    expect(await lead().threads.impact({ scope, filters: {} })).toMatchObject({ threads: 2, messages: 18, forks: 0 })
    const nobody = { tenant: 'nobody', subject: '' }
    expect(await lead().threads.impact({ scope: nobody })).toMatchObject({ threads: 0, messages: 0, tokens: 0 })
  })
})
