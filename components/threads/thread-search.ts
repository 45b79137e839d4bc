import { createParser, debounce, type inferParserType, parseAsInteger, parseAsNativeArrayOf, parseAsString } from 'nuqs'
import { type ThreadSort, ThreadSortKey } from '@/server/schemas/threads'
import { parseTag, serializeTag } from './tag-text'
import { parseTimeRange, serializeTimeRange } from './time-range'

const sortOrder: ThreadSort = { by: 'lastMessageAt', order: 'desc' }

function parseSort(text: string): ThreadSort | null {
  const [by, order] = text.split('.')
  const key = ThreadSortKey.safeParse(by)
  return key.success && (order === 'asc' || order === 'desc') ? { by: key.data, order } : null
}

const sameText =
  <T>(serialize: (value: T) => string) =>
  (left: T, right: T) =>
    serialize(left) === serialize(right)
const writeSort = (sort: ThreadSort) => `${sort.by}.${sort.order}`

const parseAsSort = createParser({ parse: parseSort, serialize: writeSort, eq: sameText(writeSort) })
const parseAsTimeRange = createParser({
  parse: parseTimeRange,
  serialize: serializeTimeRange,
  eq: sameText(serializeTimeRange),
})
const parseAsTag = createParser({
  parse: parseTag,
  serialize: (tag) => serializeTag(tag.key, tag.value),
  eq: (left, right) => left.key === right.key && left.value === right.value,
})
const parseAsTokens = createParser({
  parse: (text) => {
    const value = parseAsInteger.parse(text)
    return value !== null && value >= 0 ? value : null
  },
  serialize: String,
})

/** The filters of the threads list, as they stand in the address. A tenant without a subject means any subject of it. */
export const filterParsers = {
  q: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(250) }),
  agent: parseAsString,
  tenant: parseAsString,
  subject: parseAsString,
  active: parseAsTimeRange,
  created: parseAsTimeRange,
  tag: parseAsNativeArrayOf(parseAsTag),
  min: parseAsTokens,
  max: parseAsTokens,
}

/** All state of the threads screen that a link carries. */
export const threadSearchParsers = {
  ...filterParsers,
  sort: parseAsSort.withDefault(sortOrder),
  peek: parseAsString,
}

export type ThreadFilterState = inferParserType<typeof filterParsers>
export type ThreadSearch = inferParserType<typeof threadSearchParsers>
