import { describe, expect, it } from 'vitest'
import {
  gridOf,
  knownColumns,
  moveColumn,
  parseColumns,
  resizeColumn,
  serializeColumns,
  toggleColumn,
  usualColumns,
} from '../../../components/threads/column-layout'

describe('the columns of the threads list', () => {
  it.each(['title', 'title,scope.140,tokenCount', 'title,lastMessageAt,tags.300'])('%s comes back', (text) => {
    expect(serializeColumns(parseColumns(text) ?? [])).toBe(text)
  })

  it.each([
    ['title,colour,scope', 'title,scope'],
    ['scope,scope.90,title.300', 'title,scope'],
    ['tags.9999', 'title,tags.800'],
    ['tags.1', 'title,tags.48'],
    ['tags.-5,scope.x', 'title,tags,scope'],
  ])('%s is read as %s', (text, read) => {
    expect(serializeColumns(parseColumns(text) ?? [])).toBe(read)
  })

  it.each(['', 'colour', '.', ',,,'])('%j is nothing that is known', (text) => {
    expect(parseColumns(text)).toBeNull()
  })

  it('a view’s columns that no longer exist are left out', () => {
    expect(
      knownColumns([
        { id: 'mood', width: 80 },
        { id: 'tokenCount', width: 200 },
      ]),
    ).toEqual([{ id: 'title' }, { id: 'tokenCount', width: 200 }])
  })

  it('are shown, hidden, moved and sized, all but the title', () => {
    const text = (columns: Parameters<typeof serializeColumns>[0]) => serializeColumns(columns)
    expect(text(toggleColumn(usualColumns, 'tags'))).toBe('title,scope,tokenCount,lastMessageAt,tags')
    expect(text(toggleColumn(usualColumns, 'scope'))).toBe('title,tokenCount,lastMessageAt')
    expect(text(toggleColumn(usualColumns, 'title'))).toBe(text(usualColumns))
    expect(text(moveColumn(usualColumns, 'scope', 1))).toBe('title,tokenCount,scope,lastMessageAt')
    expect(text(moveColumn(usualColumns, 'scope', -1))).toBe(text(usualColumns))
    expect(text(moveColumn(usualColumns, 'lastMessageAt', 1))).toBe(text(usualColumns))
    expect(text(resizeColumn(usualColumns, 'scope', 150.4))).toBe('title,scope.150,tokenCount,lastMessageAt')
    expect(text(resizeColumn(usualColumns, 'title', 150))).toBe(text(usualColumns))
  })

  it('the grid has a track for each, and says when the list scrolls sideways', () => {
    const { tracks, least } = gridOf([{ id: 'title' }, { id: 'scope', width: 300 }])
    expect(tracks).toBe('26px minmax(200px,1fr) 300px')
    expect(least).toBe(26 + 32 + 200 + 20 + 300 + 20)
  })
})
