import { idsToLookUp, keysNeeded } from '../../memory/keys-needed'
import { type ReconcileAppend, type ReconcileConflict, reconcile } from '../../memory/reconcile'
import type { HandedList, IncomingMessage, StoredKey, StoredKeys } from '../../memory/stored-keys'
import { numberTurns, openCallIds } from '../../memory/turn'

/** A message as a test writes it; `text` stands for all that the canonical form holds. */
export interface Line {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
  id?: string
  callIds?: string[]
  toolCallId?: string
}

export function incomingOf(lines: readonly Line[]): IncomingMessage[] {
  return lines.map((line) => ({
    id: line.id,
    key: keyOf(line),
    role: line.role,
    callIds: line.callIds ?? [],
    toolCallId: line.toolCallId ?? null,
  }))
}

export function keyOf(line: Line): string {
  return JSON.stringify([line.role, line.text, line.callIds ?? [], line.toolCallId ?? null])
}

/** A thread in memory that gives the decision nothing but what `keysNeeded` asks for, as a server does. */
export class TestThread {
  readonly lines: (Line & { id: string })[] = []
  /** How many keys the last write loaded. */
  loaded = 0
  readonly #prefix: string

  constructor(lines: readonly Line[] = [], prefix = 'stored') {
    this.#prefix = prefix
    this.append(lines)
  }

  append(lines: readonly Line[]): number[] {
    return lines.map((line) => {
      const seq = this.lines.length + 1
      this.lines.push({ ...line, id: line.id ?? `${this.#prefix}-${seq}` })
      return seq
    })
  }

  view(incoming: readonly IncomingMessage[], handed: HandedList | undefined): StoredKeys {
    const asked = new Set(idsToLookUp(incoming))
    const all = this.lines
    const seqOfId = (id: string) => {
      if (!asked.has(id)) throw new Error(`${id} was not looked up`)
      const index = all.findIndex((line) => line.id === id)
      return index === -1 ? undefined : index + 1
    }
    const needed = keysNeeded({ incoming, total: all.length, handed, seqOfId })
    const loaded = new Map<number, StoredKey>()
    const load = (from: number, to: number) => {
      for (let seq = from; seq <= Math.min(to, all.length); seq += 1) {
        const line = all[seq - 1]
        if (line) loaded.set(seq, { id: line.id, key: keyOf(line), role: line.role })
      }
    }
    for (const [from, to] of needed.ranges) load(from, to)
    const { midThread } = needed
    const candidates = all.flatMap((line, index) => (keyOf(line) === midThread?.key ? [index + 1] : []))
    for (const seq of candidates) load(seq, seq + (midThread?.length ?? 0) - 1)
    this.loaded = loaded.size
    return {
      total: all.length,
      get: (seq) => loaded.get(seq),
      seqOfId,
      seqsOfKey: () => candidates,
      openCallIds: this.#openCallIds(),
    }
  }

  #openCallIds(): string[] {
    const turns = numberTurns(this.lines.map((line) => ({ role: line.role, callIds: line.callIds ?? [] })))
    const last = this.lines.at(-1)
    if (!last || (last.role === 'assistant' && !last.callIds?.length)) return []
    const newest = turns.at(-1)
    const rows = this.lines.map((line, index) => ({
      seq: index + 1,
      role: line.role,
      turn: turns[index] ?? 0,
      callIds: line.callIds ?? [],
      toolCallId: line.toolCallId ?? null,
    }))
    return openCallIds(rows.filter((row) => row.turn === newest))
  }

  decide(lines: readonly Line[], handed?: HandedList): ReconcileAppend | ReconcileConflict {
    const incoming = incomingOf(lines)
    return reconcile({ incoming, stored: this.view(incoming, handed), handed })
  }

  /** Decides and stores; gives the seqs stored, or the conflict. */
  write(
    lines: readonly Line[],
    handed?: HandedList,
  ): { seqs: number[]; decision: ReconcileAppend | ReconcileConflict } {
    const decision = this.decide(lines, handed)
    if (decision.kind === 'conflict') return { seqs: [], decision }
    const seqs = this.append(decision.append.flatMap((index) => lines[index] ?? []))
    return { seqs, decision }
  }

  /** The thread's texts, for short assertions. */
  texts(): string[] {
    return this.lines.map((line) => line.text)
  }
}

export const ask = (text: string, id?: string): Line => ({ role: 'user', text, ...(id ? { id } : {}) })
export const answer = (text: string, id?: string): Line => ({ role: 'assistant', text, ...(id ? { id } : {}) })
export const call = (...callIds: string[]): Line => ({ role: 'assistant', text: '', callIds })
export const reply = (toolCallId: string, text: string): Line => ({ role: 'tool', toolCallId, text })
export const rules = (text: string): Line => ({ role: 'system', text })

/** A read token over these seqs. */
export function handedList(seqs: readonly number[], since: readonly number[] = []): HandedList {
  return { messages: seqs.map((seq) => ({ seq })), since }
}
