import { reconcile } from '../../../memory/reconcile'
import type { StoredKeys } from '../../../memory/stored-keys'
import { numberTurns, openCallIds } from '../../../memory/turn'
import { incomingMessage, type PreparedMessage } from '../memory/prepare-messages'
import { refusedWrite } from '../memory/store-write'

interface Planned {
  readonly uid: string | null
  readonly messages: PreparedMessage[]
}

/** What the lines of a dry run would have stored by now, so that an id on two of them is counted as the import would. */
export class PlannedConversations {
  readonly #threads = new Map<string, Planned>()

  note(threadId: string, planned: Planned): void {
    this.#threads.set(threadId, planned)
  }

  /**
   * How many messages a later line of a thread would add; undefined where no earlier line had it.
   *
   * @throws CONFLICT as the import would
   */
  add(threadId: string, list: readonly PreparedMessage[]): { uid: string | null; added: number } | undefined {
    const planned = this.#threads.get(threadId)
    if (!planned) return undefined
    const found = reconcile({ incoming: list.map(incomingMessage), stored: keysOf(planned.messages) })
    if (found.kind === 'conflict') {
      throw refusedWrite({ reason: found.reason, index: list[found.index]?.index ?? found.index })
    }
    planned.messages.push(...found.append.flatMap((index) => list[index] ?? []))
    return { uid: planned.uid, added: found.append.length }
  }
}

function keysOf(messages: readonly PreparedMessage[]): StoredKeys {
  const rows = messages.map(incomingMessage)
  const turns = numberTurns(rows, { turn: 0, isOpen: true })
  const newest = rows.flatMap((row, index) =>
    turns[index] === turns.at(-1) ? [{ ...row, seq: index + 1, turn: turns[index] ?? 0 }] : [],
  )
  return {
    total: rows.length,
    get: (seq) => {
      const row = rows[seq - 1]
      return row && { id: row.id ?? '', key: row.key, role: row.role }
    },
    seqOfId: (id) => rows.findIndex((row) => row.id === id) + 1 || undefined,
    seqsOfKey: (key) => rows.flatMap((row, index) => (row.key === key ? [index + 1] : [])),
    openCallIds: openCallIds(newest),
  }
}
