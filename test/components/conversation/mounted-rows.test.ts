import { describe, expect, it } from 'vitest'
import { mountedRows } from '../../../components/conversation/mounted-rows'

const range = (startIndex: number, endIndex: number) => ({ startIndex, endIndex, count: 1_000 })
const span = (rows: number[]) => [rows[0], rows.at(-1), rows.length]

describe('mountedRows', () => {
  it('keeps more rows ready where one is going than behind', () => {
    const up = mountedRows({ range: range(490, 500), before: range(495, 505), active: null })
    expect(span(up)).toEqual([484, 502, 19])
    const down = mountedRows({ range: range(500, 510), before: range(495, 505), active: null })
    expect(span(down)).toEqual([498, 516, 19])
  })

  it('keeps both sides ready where one stands', () => {
    expect(span(mountedRows({ range: range(500, 510), before: null, active: null }))).toEqual([494, 516, 23])
  })

  it('within a fling makes what is in sight, and little else', () => {
    expect(span(mountedRows({ range: range(300, 310), before: range(495, 505), active: null }))).toEqual([299, 311, 13])
  })

  it('stays within the list, whose row with the focus stays on the page, in order', () => {
    expect(span(mountedRows({ range: range(0, 8), before: null, active: null }))).toEqual([0, 14, 15])
    expect(span(mountedRows({ range: range(990, 999), before: null, active: null }))).toEqual([984, 999, 16])
    const below = mountedRows({ range: range(0, 8), before: null, active: 700 })
    expect(below.at(-1)).toBe(700)
    const above = mountedRows({ range: range(500, 508), before: null, active: 3 })
    expect(above.slice(0, 2)).toEqual([3, 494])
  })
})
