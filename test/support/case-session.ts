import { expect } from 'vitest'
import { callerOn, freshSession, type processOn } from './memory-caller'

/** A session of its own for one case, with what is stored of it in order. */
export function beginCase(context: ReturnType<typeof processOn>) {
  const own = freshSession(context)
  const stored = async () => {
    const { items } = await callerOn(context).messages.list({ threadId: 's', scope: own.session.scope, limit: 200 })
    return items.map(({ message }) => JSON.parse(JSON.stringify(message)))
  }
  const contents = async () => (await stored()).map(({ content }) => content)
  return { ...own, stored, contents, write: (messages: object[], more = {}) => own.write(messages as never, more) }
}

/** All results have their calls in the list, and all calls their results. */
export function expectWhole(messages: readonly object[]) {
  const open = new Map<string, number>()
  for (const message of messages as { toolCalls?: { id: string }[]; toolCallId?: string }[]) {
    for (const { id } of message.toolCalls ?? []) open.set(id, (open.get(id) ?? 0) + 1)
    if (message.toolCallId === undefined) continue
    expect(open.get(message.toolCallId)).toBeGreaterThan(0)
    open.set(message.toolCallId, (open.get(message.toolCallId) ?? 0) - 1)
  }
  expect([...open.values()].every((count) => count === 0)).toBe(true)
}
