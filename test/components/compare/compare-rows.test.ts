import { describe, expect, it } from 'vitest'
import { type ComparedRun, compareRows, differencesOf } from '../../../components/compare/compare-rows'

const run = (kind: ComparedRun['kind'], left: number, right: number, count: number): ComparedRun => ({
  kind,
  left,
  right,
  count,
})
const runs = [run('same', 1, 1, 48), run('dropped', 49, 49, 2), run('added', 51, 49, 1), run('same', 51, 50, 2)]

describe('rows of two threads side by side', () => {
  it('fold what is the same, unless it is short or asked for', () => {
    expect(compareRows(runs, new Set())).toEqual([
      { kind: 'fold', run: runs[0], index: 0 },
      { kind: 'dropped', left: 49, right: null, isFirst: true, index: 1 },
      { kind: 'dropped', left: 50, right: null, isFirst: false, index: 1 },
      { kind: 'added', left: null, right: 49, isFirst: true, index: 2 },
      { kind: 'same', left: 51, right: 50, isFirst: true, index: 3 },
      { kind: 'same', left: 52, right: 51, isFirst: false, index: 3 },
    ])
    expect(compareRows(runs, new Set([0]))).toHaveLength(48 + 5)
    expect(compareRows([], new Set())).toEqual([])
  })

  it('what is dropped and what is added in its place are one difference', () => {
    expect(differencesOf(runs)).toEqual([1])
    expect(differencesOf([run('changed', 1, 1, 1), run('same', 2, 2, 1), run('added', 3, 3, 1)])).toEqual([0, 2])
  })
})
