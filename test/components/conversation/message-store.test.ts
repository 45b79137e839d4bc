import { describe, expect, it } from 'vitest'
import { type LoadPage, MessageStore, PAGE_MESSAGES } from '../../../components/conversation/message-store'
import { says } from './message-fixtures'

interface Asked {
  from: number
  to: number
  answer: () => Promise<void>
  fail: (error: Error) => Promise<void>
}

/** A store whose pages come when the test says so. */
function storeOf(count: number) {
  const asked: Asked[] = []
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
  const loadPage: LoadPage = ({ from, to }) =>
    new Promise((resolve, reject) => {
      asked.push({
        from,
        to,
        answer: () => {
          const seqs = Array.from({ length: to - from + 1 }, (_, place) => from + place)
          resolve({
            messages: seqs.map((seq) => says(seq, seq % 2 ? 'user' : 'assistant')),
            seen: new Map(seqs.map((seq) => [seq, { isIn: true, reason: 'in' as const }])),
          })
          return settle()
        },
        fail: (error) => {
          reject(error)
          return settle()
        },
      })
    })
  return { store: new MessageStore(count, loadPage), asked }
}

describe('MessageStore', () => {
  it('loads the page in sight first, then its neighbours, and no more than three at once', () => {
    const { store, asked } = storeOf(10_000)
    store.want(9_951, 10_000)
    expect(asked.map(({ from, to }) => [from, to])).toEqual([
      [9_951, 10_000],
      [9_901, 9_950],
    ])
    store.want(1, 20)
    expect(asked).toHaveLength(3)
    expect(asked[2]).toMatchObject({ from: 1, to: PAGE_MESSAGES })
  })

  it('does not start what a fling has left behind', async () => {
    const { store, asked } = storeOf(10_000)
    store.want(5_000, 5_010)
    store.want(8_000, 8_010)
    store.want(2_000, 2_010)
    const before = asked.length
    for (const page of asked.slice(0, before)) await page.answer()
    const later = asked.slice(before).map(({ from }) => from)
    expect(later.every((from) => from > 1_900 && from < 2_101)).toBe(true)
  })

  it('asks for a page once, and keeps it', async () => {
    const { store, asked } = storeOf(100)
    store.want(1, 10)
    await asked[0]?.answer()
    store.want(1, 10)
    expect(asked.filter(({ from }) => from === 1)).toHaveLength(1)
    expect(store.getSnapshot().rows.get(1)).toMatchObject({ kind: 'message' })
  })

  it('keeps what is shown while a refresh brings the new end', async () => {
    const { store, asked } = storeOf(40)
    store.want(1, 40)
    await asked[0]?.answer()
    store.refresh(45)
    expect(store.getSnapshot().rows.size).toBe(40)
    expect(asked[1]).toMatchObject({ from: 1, to: 45 })
    await asked[1]?.answer()
    expect(store.getSnapshot()).toMatchObject({ count: 45, isLoading: false })
    expect(store.getSnapshot().rows.size).toBe(45)
  })

  it('a page that failed is asked for again only when told to', async () => {
    const { store, asked } = storeOf(10)
    store.want(1, 10)
    await asked[0]?.fail(new Error('no'))
    expect(store.getSnapshot().failure).toMatchObject({ page: 0 })
    store.want(1, 10)
    expect(asked).toHaveLength(1)
    store.retry()
    expect(asked).toHaveLength(2)
    await asked[1]?.answer()
    expect(store.getSnapshot().failure).toBeNull()
  })

  it('leaves rows alone that a new page does not touch', async () => {
    const { store, asked } = storeOf(200)
    store.want(101, 150)
    for (const page of [...asked]) await page.answer()
    const before = store.getSnapshot().rows
    store.want(1, 10)
    await asked.at(-1)?.answer()
    const after = store.getSnapshot().rows
    expect(after.size).toBeGreaterThan(before.size)
    for (const [seq, row] of before) expect(after.get(seq), `row ${seq}`).toBe(row)
  })
})
