import { uuidv7 } from 'uuidv7'
import type { Scope } from '../../../memory/scope'
import { PERMISSIONS } from '../../auth/permissions'
import { actorName } from '../../auth/principal'
import { assertAgent } from '../../auth/reach'
import { LociError } from '../../errors'
import { ensureAgent } from '../../store/agents'
import { type MessageKey, messageKeys } from '../../store/imports'
import { writeEntry } from '../../store/memory-write'
import { withReach } from '../../store/reach'
import { findThread } from '../../store/threads'
import { resolveAgent } from '../agents/resolve-window'
import type { ServiceContext } from '../context'
import { listLines, newMessages, type PreparedMessage, prepareMessages } from '../memory/prepare-messages'
import { changedMeanwhile, growThread, importedEntry } from './grow-thread'
import { restoreThread } from './restore-thread'
import type { ReadThread } from './thread-line'

/** Old uids of the threads that an import has made, and their new ones: forks find their parents by it. */
export type NewUids = Map<string, string>

/** Keys of the messages that the threads of a dry run would hold by now, by the threads' ids. */
export type PlannedKeys = Map<string, readonly MessageKey[]>

export interface ThreadImport {
  readonly thread: ReadThread
  readonly scope: Scope
  readonly agentName: string | undefined
  readonly newUids: NewUids
  readonly planned: PlannedKeys
  /** Everything is done, and taken back. */
  readonly dryRun: boolean
}

interface Imported {
  /** Null for a thread that a dry run has made, and taken back. */
  readonly uid: string | null
  readonly added: number
  readonly skippedSystem: number
}

/** Ends a dry run's transaction, so that nothing of it stays. */
class TakenBack extends Error {
  constructor(readonly imported: Imported) {
    super('taken back')
  }
}

/**
 * Makes an exported thread again: messages with their ids, texts and times, entries, tags, metadata, state, pins, window
 * and its place in a family. It gets a uid of its own, so that it is a copy wherever the first one still is. A thread of
 * that id which has these messages already is left as it is; one that has the first of them gets the others, with their
 * entries and times, and keeps all else.
 *
 * @throws CONFLICT when a living thread of that id has other messages; FORBIDDEN for an agent or a window that the caller
 * may not set; INVALID_INPUT for two messages of one id
 */
export async function importThread(ctx: ServiceContext, given: ThreadImport): Promise<Imported> {
  try {
    const imported = await makeThread(ctx, given)
    if (imported.uid !== null && imported.added > 0) ctx.threadChanges.note([imported.uid])
    return imported
  } catch (error) {
    if (error instanceof TakenBack) return error.imported
    throw error
  }
}

async function makeThread(ctx: ServiceContext, given: ThreadImport): Promise<Imported> {
  const { thread, scope } = given
  const agentName = thread.agentName ?? given.agentName
  assertAgent(ctx.principal, agentName)
  if (thread.texts.window !== null) assertMaySetWindow(ctx)
  const copies = thread.messages.map(({ message }) => message)
  const { messages, skippedSystem } = prepareMessages(copies, thread.texts.messages)
  const ids = messages.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new LociError('INVALID_INPUT', 'messages: two of them have the same id')
  const config = await ctx.configs.refresh()
  if (!resolveAgent(config, agentName).storing) {
    throw new LociError('CONFLICT', 'storing is switched off for this agent')
  }
  const reach = { kind: 'scope', ...scope } as const
  return withReach(ctx.database.pools.background, reach, async ({ client, scopeId }) => {
    const stored = await findThread(client, { reach, scopeId, reference: { threadId: thread.threadId }, lock: true })
    const planned = given.planned.get(thread.threadId)
    const keys = planned ?? (stored && (await messageKeys(client, { thread: stored, count: messages.length })))
    if (keys) {
      if (!beginsWith(messages, keys)) throw otherMessages()
      const fresh = messages.slice(keys.length)
      const uid = stored?.uid ?? null
      if (stored && !planned && fresh.length > 0) {
        assertAgent(ctx.principal, stored.agentName ?? agentName)
        await growThread(client, {
          stored,
          fresh,
          given,
          configRevision: config.revision,
          actor: actorName(ctx.principal),
        })
      }
      if (given.dryRun) {
        if (fresh.length > 0) given.planned.set(thread.threadId, messages.map(keyOf))
        throw new TakenBack({ uid, added: fresh.length, skippedSystem })
      }
      if (thread.uid !== undefined && uid !== null) given.newUids.set(thread.uid, uid)
      return { uid, added: fresh.length, skippedSystem }
    }
    const entryId = uuidv7()
    const written = await writeEntry(client, {
      scope,
      threadId: thread.threadId,
      decision: {
        expect: { uid: null, revision: 0 },
        configRevision: config.revision,
        entryId,
        newUid: uuidv7(),
        newScopeId: uuidv7(),
        entry: importedEntry({ agentName, actor: actorName(ctx.principal) }),
        read: null,
        recallQuery: null,
        conflicts: null,
        answer: null,
        ...listLines(messages),
        ...newMessages(messages, []),
      },
    })
    if (written.status !== 'stored') throw changedMeanwhile()
    const key = { tenant: scope.tenant, scopeId: written.scopeId, uid: written.facts.uid }
    await restoreThread(client, { key, entryId, messages, given, actor: actorName(ctx.principal) })
    const agents = thread.entries.flatMap((entry) => entry.agentName ?? [])
    for (const name of new Set(agents)) await ensureAgent(client, name)
    if (given.dryRun) {
      given.planned.set(thread.threadId, messages.map(keyOf))
      throw new TakenBack({ uid: null, added: messages.length, skippedSystem })
    }
    if (thread.uid !== undefined) given.newUids.set(thread.uid, key.uid)
    return { uid: key.uid, added: messages.length, skippedSystem }
  })
}

/** Whether the two are the same as far as the shorter goes. */
function beginsWith(messages: readonly PreparedMessage[], stored: readonly MessageKey[]): boolean {
  return stored.every((one, index) => {
    const message = messages[index]
    if (!message) return true
    return (message.id === undefined || message.id === one.id) && message.hash.toString('hex') === one.hash
  })
}

function keyOf({ id = '', hash }: PreparedMessage): MessageKey {
  return { id, hash: hash.toString('hex') }
}

/** W2: what an agent sees is for those who set agents up. */
function assertMaySetWindow({ principal }: ServiceContext): void {
  if (principal.kind === 'system') return
  if (principal.kind === 'key' && principal.rights.includes('admin')) return
  if (principal.kind === 'operator' && PERMISSIONS[principal.role].includes('configure')) return
  throw new LociError('FORBIDDEN', 'window: the thread has one of its own, which needs the right "admin"')
}

function otherMessages(): LociError {
  return new LociError('CONFLICT', 'a thread of this id is there already, with other messages')
}
