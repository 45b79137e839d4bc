import {
  createParser,
  createSerializer,
  debounce,
  type inferParserType,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs'
import { SIGNALS } from '@/memory/signals'
import { ReviewOutcome, ReviewStatus } from '@/server/schemas/review-facts'
import { type ThreadSort, ThreadSortKey } from '@/server/schemas/threads'
import { parseColumns, serializeColumns } from './column-layout'
import { parseTag, serializeTag } from './tag-text'
import { parseTimeRange, serializeTimeRange } from './time-range'

/** How a list is ordered that nobody has ordered. */
export const usualSort: ThreadSort = { by: 'lastMessageAt', order: 'desc' }

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
export const parseAsTimeRange = createParser({
  parse: parseTimeRange,
  serialize: serializeTimeRange,
  eq: sameText(serializeTimeRange),
})
const parseAsTag = createParser({
  parse: parseTag,
  serialize: (tag) => serializeTag(tag.key, tag.value),
  eq: (left, right) => left.key === right.key && left.value === right.value,
})
const parseAsColumns = createParser({
  parse: parseColumns,
  serialize: serializeColumns,
  eq: sameText(serializeColumns),
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
  status: parseAsStringLiteral(ReviewStatus.options),
  outcome: parseAsStringLiteral(ReviewOutcome.options),
  assignee: parseAsString,
  reviewer: parseAsString,
  signal: parseAsNativeArrayOf(parseAsStringLiteral(SIGNALS)),
}

const writeFilters = createSerializer(filterParsers)

/** The form of a review queue, filled in with these filters. */
export function queueHref(filters: ThreadFilterState): string {
  const { q, agent, tenant, subject, active, created, tag, min, max, status, outcome, assignee, reviewer, signal } =
    filters
  return writeFilters('/review?new=true', {
    q,
    agent,
    tenant,
    subject,
    active,
    created,
    tag,
    min,
    max,
    status,
    outcome,
    assignee,
    reviewer,
    signal,
  })
}

/** In place of a view's id: the whole list, where a default view would come instead. */
export const WHOLE_LIST = 'all'

/** All state of the threads screen that a link carries. A link with a view and nothing else stands for all of the view. */
export const threadSearchParsers = {
  ...filterParsers,
  sort: parseAsSort,
  cols: parseAsColumns,
  view: parseAsString,
  peek: parseAsString,
}

export type ThreadFilterState = inferParserType<typeof filterParsers>
type ThreadAddress = inferParserType<typeof threadSearchParsers>
export type ThreadSearch = Omit<ThreadAddress, 'sort'> & { sort: ThreadSort }

/** Whether the address says nothing of filters, order and columns. */
export function isBareAddress({ view: _view, peek: _peek, ...said }: ThreadAddress): boolean {
  return Object.values(said).every(
    (value) => value === null || value === '' || (Array.isArray(value) && value.length === 0),
  )
}
