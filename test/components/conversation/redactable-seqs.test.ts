import { describe, expect, it } from 'vitest'
import { arrangeMessages } from '../../../components/conversation/arrange-messages'
import { isRedactedWhole, redactableSeqs } from '../../../components/conversation/redactable-seqs'
import type { MessageView } from '../../../server/schemas/messages'
import { answers, calls, loaded, says } from './message-fixtures'

const redacted = (view: MessageView): MessageView => ({ ...view, redactedAt: '2026-11-30T10:00:00.000Z' })

function rowOf(...views: MessageView[]) {
  const row = arrangeMessages(loaded(...views), views.length).get(views[0]?.seq ?? 0)
  if (row?.kind !== 'message') throw new Error('the first message has no row of its own')
  return row
}

describe('redactableSeqs', () => {
  it('names the message and the results that stand under it', () => {
    expect(redactableSeqs(rowOf(calls(1, 'a', 'b'), answers(2, 'a'), answers(3, 'b')))).toEqual({
      own: 1,
      results: [2, 3],
    })
  })

  it('leaves out what has no text any more; a row is whole only when all of it is gone', () => {
    const half = rowOf(redacted(calls(1, 'a', 'b')), redacted(answers(2, 'a')), answers(3, 'b'))
    expect(redactableSeqs(half)).toEqual({ own: null, results: [3] })
    expect(isRedactedWhole(half)).toBe(false)
    expect(isRedactedWhole(rowOf(redacted(says(1, 'user'))))).toBe(true)
    expect(isRedactedWhole(rowOf(redacted(calls(1, 'a')), redacted(answers(2, 'a'))))).toBe(true)
  })
})
