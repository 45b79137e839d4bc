import { describe, expect, it } from 'vitest'
import { type LineageThread, lineageRows } from '../../../components/conversation/lineage-tree'

const thread = (uid: string, parentUid: string | null, createdAt: string): LineageThread => ({
  uid,
  threadId: uid,
  title: null,
  parentUid,
  forkedAtSeq: parentUid ? 4 : null,
  messageCount: 4,
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
})
