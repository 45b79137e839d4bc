import { describe, expect, it } from 'vitest'
import { type LineageThread, lineageRows, stepInTree } from '../../../components/conversation/lineage-tree'

const thread = (uid: string, parentUid: string | null, createdAt: string): LineageThread => ({
  uid,
  threadId: uid,
  title: null,
  parentUid,
  forkedAtSeq: parentUid ? 4 : null,
  copied: parentUid ? 4 : null,
  messageCount: 4,
  tokenCount: 40,
  createdAt,
  deleted: false,
  purged: false,
})

describe('lineageRows', () => {
  it('sets forks under the thread they left, older ones first', () => {
    const rows = lineageRows([
      thread('late', 'root', '2026-01-03T00:00:00.000Z'),
      thread('root', null, '2026-01-01T00:00:00.000Z'),
      thread('grandchild', 'early', '2026-01-04T00:00:00.000Z'),
      thread('early', 'root', '2026-01-02T00:00:00.000Z'),
    ])
    expect(rows.map(({ thread: { uid }, depth }) => [uid, depth])).toEqual([
      ['root', 0],
      ['early', 1],
      ['grandchild', 2],
      ['late', 1],
    ])
  })

  it('a parent that is not in the family makes a root', () => {
    expect(lineageRows([thread('child', 'gone', '2026-01-02T00:00:00.000Z')])).toMatchObject([{ depth: 0 }])
  })

  it('keys lead up and down, to the ends, to the source and to the first fork', () => {
    const rows = lineageRows([
      thread('root', null, '2026-01-01T00:00:00.000Z'),
      thread('early', 'root', '2026-01-02T00:00:00.000Z'),
      thread('grandchild', 'early', '2026-01-03T00:00:00.000Z'),
      thread('late', 'root', '2026-01-04T00:00:00.000Z'),
    ])
    expect(rows.map(({ place, siblings, hasForks }) => [place, siblings, hasForks])).toEqual([
      [1, 1, true],
      [1, 2, true],
      [1, 1, false],
      [2, 2, false],
    ])
    const from = (place: number) =>
      ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'x'].map((key) => stepInTree(rows, place, key))
    expect(from(0)).toEqual([null, 1, null, 1, 0, 3, null])
    expect(from(2)).toEqual([1, 3, 1, null, 0, 3, null])
    expect(from(3)).toEqual([2, null, 0, null, 0, 3, null])
    expect(stepInTree(rows, -1, 'ArrowDown')).toBeNull()
  })
})
