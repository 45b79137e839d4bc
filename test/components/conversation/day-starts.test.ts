import { describe, expect, it } from 'vitest'
import { arrangeMessages } from '../../../components/conversation/arrange-messages'
import { startsDay } from '../../../components/conversation/day-starts'
import type { MessageView } from '../../../server/schemas/messages'
import { answers, calls, loaded, says } from './message-fixtures'

const at = (view: MessageView, createdAt: string): MessageView => ({ ...view, createdAt })
const rowsOf = (...views: MessageView[]) => arrangeMessages(loaded(...views), views.at(-1)?.seq ?? 0)

describe('startsDay', () => {
  it('is true of the first message and of the first of another day, in the zone asked for', () => {
    const rows = rowsOf(
      at(says(1, 'user'), '2026-11-29T15:00:00Z'),
      at(says(2, 'assistant'), '2026-11-29T23:30:00Z'),
      at(says(3, 'user'), '2026-11-30T00:10:00Z'),
    )
    expect([1, 2, 3].map((seq) => startsDay(rows, seq, 'UTC'))).toEqual([true, false, true])
    expect([1, 2, 3].map((seq) => startsDay(rows, seq, 'Asia/Shanghai'))).toEqual([true, true, false])
  })

  it('looks past results, which stand under their call', () => {
    const rows = rowsOf(
      at(calls(1, 'a'), '2026-11-29T20:00:00Z'),
      at(answers(2, 'a'), '2026-11-30T00:10:00Z'),
      at(says(3, 'assistant'), '2026-11-30T00:11:00Z'),
    )
    expect([2, 3].map((seq) => startsDay(rows, seq, 'UTC'))).toEqual([false, true])
  })

  it('does not claim what is not known: the message above is not loaded', () => {
    expect(startsDay(rowsOf(at(says(51, 'user'), '2026-11-30T00:10:00Z')), 51, 'UTC')).toBe(false)
  })
})
