import { setTimeout as pause } from 'node:timers/promises'
import { call } from './call'
import { ownerQuery } from './owner-query'
import { password, type TestServer } from './server'

/** What one tenant holds, all of it with a word that nothing else has. */
export interface SeededTenant {
  tenant: string
  scope: { tenant: string; subject: string }
  uid: string
  forkUid: string
  trashUid: string
  entryId: string
  noteId: string
  /** Imports, exports and searches for duplicates that are done. */
  jobIds: { import: string; export: string; duplicates: string; tags: string }
  queueId: string
  viewId: string
  keyId: string
}

interface Caller {
  key?: string
  cookie?: string
}

/** Calls as a program does. @throws unless it works */
async function done<T>(server: TestServer, path: string, caller: Caller, body: object): Promise<T> {
  const answer = await call(server, path, { ...caller, body })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  // Each caller below names what its procedure answers.
  return answer.data as T
}

async function jobDone(server: TestServer, caller: Caller, path: string, body: object): Promise<string> {
  const { id } = await done<{ id: string }>(server, path, caller, body)
  for (;;) {
    const { state, error } = await done<{ state: string; error: string | null }>(server, 'jobs.get', caller, { id })
    if (state === 'done') return id
    if (state !== 'queued' && state !== 'running') throw new Error(`${path}: ${state} ${error}`)
    await pause(20)
  }
}

/** A tenant with `word` in everything that people and agents say: `admin` does it, `mentioned` is led there. */
export async function seedTenant(
  server: TestServer,
  {
    tenant,
    word,
    admin,
    mentioned,
    agentName = 'support',
  }: { tenant: string; word: string; admin: Caller; mentioned: readonly string[]; agentName?: string },
): Promise<SeededTenant> {
  const key = { key: await server.createKey() }
  const scope = { tenant, subject: 'u1' }
  const write = (threadId: string, more: object = {}) =>
    done<{ entryId: string; thread: { uid: string } }>(server, 'memory.write', key, {
      threadId,
      scope,
      agentName,
      tags: { channel: 'mail' },
      metadata: { note: word },
      messages: [
        { role: 'user', content: `${word} asked` },
        { role: 'assistant', content: `${word} answered` },
      ],
      ...more,
    })
  const { entryId, thread } = await write('s')
  const { uid } = thread
  const set = { uid, title: `${word} title`, metadata: { about: word }, state: { about: word } }
  await done(server, 'threads.update', key, set)
  const { thread: fork } = await done<{ thread: { uid: string } }>(server, 'threads.fork', admin, {
    fromUid: uid,
    threadId: 'fork',
    title: `${word} fork`,
  })
  const { thread: trashed } = await write('trash')
  await done(server, 'threads.delete', admin, { uid: trashed.uid })
  const note = { uid, seq: 1, text: `${word} note`, mentions: mentioned }
  const { id: noteId } = await done<{ id: string }>(server, 'notes.add', admin, note)
  await done(server, 'feedback.add', key, { uid, value: 1, comment: `${word} comment` })
  await ownerQuery(
    server.services.database,
    `insert into summary (tenant, scope_id, thread_uid, version, to_seq, text, tokens, model, prompt, source_tokens)
     select tenant, scope_id, uid, 1, 2, $2, 1, 'm', 'p', 1 from thread where uid = $1`,
    [uid, `${word} summary`],
  )
  const line = JSON.stringify({ id: 'imported', messages: [{ role: 'user', content: `${word} imported` }] })
  const all = { scopePattern: { tenant } }
  const jobIds = {
    import: await jobDone(server, admin, 'imports.start', { scope, text: line }),
    export: await jobDone(server, admin, 'exports.start', { ...all, filters: { text: word } }),
    duplicates: await jobDone(server, admin, 'threads.findDuplicates', all),
    tags: await jobDone(server, admin, 'threads.tagMatching', { ...all, addTags: { seen: 'yes' } }),
  }
  const queue = { name: `queue of ${tenant}`, filters: { tenant } }
  const { id: queueId } = await done<{ id: string }>(server, 'queues.create', admin, queue)
  const view = { name: `view of ${tenant}`, state: { tenant }, isShared: true }
  const { id: viewId } = await done<{ id: string }>(server, 'views.save', admin, view)
  const { view: made } = await done<{ view: { id: string } }>(server, 'keys.create', admin, {
    name: `key of ${tenant}`,
    reach: { kind: 'tenant', tenant },
  })
  const seeded = { tenant, scope, uid, forkUid: fork.uid, trashUid: trashed.uid, entryId, noteId, jobIds }
  return { ...seeded, queueId, viewId, keyId: made.id }
}

const window = { strategy: 'buffer', maxMessages: 20 }
const times = { from: '2020-01-01T00:00:00.000Z', to: '2020-12-31T00:00:00.000Z', step: 'day', timeZone: 'UTC' }

/** An input that works, on what the tenant holds, for each procedure that is not public. Later ones may undo earlier ones. */
export function everyCall(held: SeededTenant, pattern: object = { scopePattern: { all: true } }): [string, object][] {
  const { uid, scope, tenant, jobIds } = held
  const thread = { uid }
  return [
    ['viewer.get', {}],
    ['account.sessions', {}],
    ['account.rename', { name: 'admin' }],
    ['account.changePassword', { current: password, password }],
    ['account.endSessions', { others: true }],
    ['keys.list', {}],
    ['members.list', {}],
    ['agents.list', {}],
    ['agents.get', { agentName: 'support' }],
    ['agents.effective', { agentName: 'support', uid }],
    ['agents.preview', { agentName: 'support', uid }],
    ['agents.replay', { agentName: 'support', right: window }],
    ['agents.impact', { agentName: 'support', window }],
    ['agents.trySummary', { agentName: 'support', uid, window: { strategy: 'summarizing', recentMessages: 1 } }],
    ['threads.list', pattern],
    ['threads.list', { ...pattern, deleted: true }],
    ['threads.count', pattern],
    ['threads.get', thread],
    ['threads.get', { uid: held.trashUid, deleted: true }],
    ['threads.lineage', thread],
    ['threads.compare', { uid, with: held.forkUid }],
    ['threads.duplicates', { jobId: jobIds.duplicates }],
    ['threads.impact', { uids: [uid] }],
    ['threads.impact', pattern],
    ['threads.summaries', thread],
    ['threads.facet', { ...pattern, by: 'scope' }],
    ['threads.facet', { ...pattern, by: 'tags' }],
    ['threads.facet', { ...pattern, by: 'agentName' }],
    ['threads.countMatching', pattern],
    ['messages.list', thread],
    ['messages.text', { uid, seq: 1 }],
    ['messages.find', { uid, query: 'asked' }],
    ['messages.outline', thread],
    ['messages.given', { uid, entryId: held.entryId }],
    ['messages.window', thread],
    ['memory.read', { threadId: 's', scope }],
    ['memory.entries', pattern],
    ['memory.entries', { scope }],
    ['search.messages', { ...pattern, query: 'asked' }],
    ['tokens.count', { text: 'some words' }],
    ['notes.list', thread],
    ['feedback.list', thread],
    ['inbox.list', {}],
    ['inbox.count', {}],
    ['inbox.markRead', { ids: [held.noteId] }],
    ['inbox.markAllRead', { upTo: held.noteId }],
    ['people.list', {}],
    ['overview.get', {}],
    ['overview.activity', times],
    ['overview.attention', {}],
    ['scopes.list', {}],
    ['scopes.tenants', {}],
    ['scopes.get', { tenant }],
    ['scopes.get', scope],
    ['jobs.list', {}],
    ...Object.values(jobIds).map((id): [string, object] => ['jobs.get', { id }]),
    ['reviews.get', thread],
    ['reviews.history', thread],
    ['queues.list', {}],
    ['reasons.list', {}],
    ['team.figures', { after: times.from }],
    ['erasures.impact', scope],
    ['erasures.receipts', { tenant }],
    ['holds.list', {}],
    ['holds.standing', { tenant }],
    ['audit.list', {}],
    ['audit.list', { tenant }],
    ['audit.checkChains', {}],
    ['audit.checkChains', { tenant }],
    ['views.list', {}],
    ['views.save', { name: 'my view', state: {} }],
    ['views.update', { id: held.viewId, name: 'my view' }],
    ['views.delete', { id: held.viewId }],
  ]
}

/** A change of what the tenant holds, for each procedure that changes something, all that a caller names being that tenant's. */
export function everyChange(held: SeededTenant): [string, object][] {
  const { uid, scope, tenant, jobIds, queueId, viewId } = held
  const all = { scopePattern: { tenant } }
  const messages = [{ role: 'user', content: 'changed' }]
  const uids = [uid]
  return [
    ['threads.update', { uid, title: 'changed' }],
    ['threads.setWindow', { uid, window }],
    ['threads.fork', { fromUid: uid, threadId: 'changed' }],
    ['threads.create', { scope, threadId: 'changed' }],
    ['threads.delete', { uid }],
    ['threads.restore', { uid: held.trashUid }],
    ['threads.repair', { uid, threadId: 'changed', messageCount: 2 }],
    ['threads.summarize', { uid }],
    ['threads.bulkTag', { uids, addTags: { changed: '' } }],
    ['threads.bulkDelete', { uids }],
    ['threads.bulkRestore', { uids: [held.trashUid] }],
    ['threads.findDuplicates', all],
    ['threads.tagMatching', { ...all, addTags: { changed: '' } }],
    ['threads.deleteMatching', all],
    ['threads.assignMatching', { ...all, assignee: null }],
    ['threads.markMatching', { ...all, status: 'open' }],
    ['threads.undoMatching', { jobId: jobIds.tags }],
    ['memory.write', { threadId: 's', scope, messages }],
    ['memory.clear', { all: true, scope }],
    ['messages.append', { uid, messages }],
    ['messages.pin', { uid, seq: 1 }],
    ['messages.redact', { uid, seq: 1 }],
    ['notes.add', { uid, text: 'changed' }],
    ['notes.edit', { uid, id: held.noteId, text: 'changed' }],
    ['notes.remove', { uid, id: held.noteId }],
    ['feedback.add', { uid, value: 0 }],
    ['reviews.set', { uid, status: 'reviewed' }],
    ['reviews.next', { queueId }],
    ['reviews.release', { uid }],
    ['reviews.assign', { uids, assignee: null }],
    ['reviews.mark', { uids, status: 'reviewed' }],
    ['queues.create', { name: 'changed', filters: { tenant } }],
    ['queues.update', { id: queueId, name: 'changed' }],
    ['queues.delete', { id: queueId }],
    ['views.update', { id: viewId, name: 'changed' }],
    ['views.delete', { id: viewId }],
    ['keys.create', { name: 'changed', reach: { kind: 'tenant', tenant } }],
    ['keys.revoke', { id: held.keyId }],
    ['jobs.cancel', { id: jobIds.export }],
    ['jobs.retry', { id: jobIds.export }],
    ['exports.start', all],
    ['imports.start', { scope, text: JSON.stringify({ id: 'changed', messages }) }],
    ['holds.place', { tenant, reason: 'changed' }],
    ['holds.lift', { id: uid }],
    ['erasures.start', { ...scope, confirm: scope.subject }],
  ]
}

/** Changes of what holds for every tenant. */
export const installationChanges: [string, object][] = [
  ['agents.setWindow', { agentName: 'support', window }],
  ['agents.restoreVersion', { agentName: 'support', version: 1 }],
  ['members.invite', { email: 'changed@example.com', role: 'admin' }],
  ['members.update', { id: 'changed', role: 'admin' }],
  ['members.resetPassword', { id: 'changed' }],
  ['members.withdrawLink', { id: '0190a000-0000-7000-8000-000000000001' }],
  ['retention.list', {}],
  ['retention.preview', { kind: 'all', days: 30 }],
  ['retention.save', { kind: 'all', days: 30 }],
  ['retention.remove', { id: '0190a000-0000-7000-8000-000000000001' }],
  ['samples.load', {}],
  ['samples.remove', {}],
  ['reasons.set', { items: ['changed'] }],
  ['keys.create', { name: 'changed', reach: { kind: 'all' } }],
  ['queues.create', { name: 'changed' }],
  ['views.save', { name: 'changed', state: {}, isShared: true }],
]
