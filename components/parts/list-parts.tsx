import { MemoryBar } from '../memory-bar/memory-bar'
import type { MemorySegment } from '../memory-bar/memory-segments'
import { formatCount } from '../ui/number-format'
import { Time } from '../ui/time'
import { Specimen } from './specimen'

const start = Date.now()
const minutes = (count: number) => start - count * 60_000

interface Row {
  title: string
  meta: string
  tenant: string
  subject: string
  messages: number
  segments: MemorySegment[]
  at: number
}

const parts = (out: number, summary: number, seen: number): MemorySegment[] => [
  { kind: 'out', tokens: out },
  { kind: 'summary', tokens: summary },
  { kind: 'in', tokens: seen },
]
const rows: Row[] = [
  {
    title: 'Order 5531 arrived with the wrong lamp',
    meta: 'support · topic:refund · Thanks, the label printed fine.',
    tenant: 'acme',
    subject: 'u-2201',
    messages: 64,
    segments: [
      { kind: 'out', tokens: 17_899 },
      { kind: 'pin', tokens: 29 },
      { kind: 'in', tokens: 3_912 },
    ],
    at: minutes(2),
  },
  {
    title: '请问发票可以改抬头吗？',
    meta: 'billing · lang:zh topic:invoice · 可以，请提供新的公司名称。',
    tenant: 'northwind',
    subject: 'c-77',
    messages: 12,
    segments: parts(0, 0, 3_980),
    at: minutes(9),
  },
  {
    title: 'Weekly stock summary, warehouse 4',
    meta: 'planner · no tags · calls: stock.list, stock.forecast',
    tenant: 'northwind',
    subject: 'ops',
    messages: 1_204,
    segments: parts(789_824, 119_392, 9_184),
    at: minutes(14),
  },
  {
    title: 'Compare three travel insurances',
    meta: 'advisor · topic:insurance · Here is the table you asked for.',
    tenant: 'brightpath',
    subject: 'm-300',
    messages: 88,
    segments: parts(20_000, 16_000, 4_210),
    at: minutes(75),
  },
  {
    title: 'Classify: “parcel says delivered, is not”',
    meta: 'classifier · no tags · delivery / high',
    tenant: 'acme',
    subject: 'u-0099',
    messages: 2,
    segments: parts(190, 0, 0),
    at: minutes(60 * 24 * 3),
  },
]

/** The row of 44 px with two lines that lists are made of. */
export function ListParts() {
  return (
    <Specimen title="Rows of a list" className="block">
      <table className="w-full table-fixed border-collapse">
        <colgroup>
          <col />
          <col className="w-28 max-sm:hidden" />
          <col className="w-31" />
          <col className="w-16" />
        </colgroup>
        <thead>
          <tr className="border-line border-b text-start font-medium text-11 text-ink-3 *:px-2.5 *:py-1.5 *:text-start *:font-medium">
            <th scope="col">Thread</th>
            <th scope="col" className="max-sm:hidden">
              Scope
            </th>
            <th scope="col">Memory</th>
            <th scope="col" className="text-end!">
              Active
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => {
            const total = row.segments.reduce((sum, segment) => sum + segment.tokens, 0)
            return (
              <tr
                key={row.title}
                aria-selected={place === 0}
                className="h-11 border-line border-b *:truncate *:px-2.5 hover:bg-hover aria-selected:bg-pick aria-selected:*:first:shadow-[inset_2px_0_0_var(--color-ink)]"
              >
                <td>
                  <span className="block truncate font-medium">{row.title}</span>
                  <span className="block truncate text-12 text-ink-3">{row.meta}</span>
                </td>
                <td className="max-sm:hidden">
                  <span className="block truncate">{row.tenant}</span>
                  <span className="block truncate font-mono text-11 text-ink-3">{row.subject}</span>
                </td>
                <td>
                  <MemoryBar segments={row.segments} total={total} totalMessages={row.messages} />
                  <span className="mt-1 flex justify-between gap-2 text-12 text-ink-3 tabular-nums">
                    <span>{formatCount(total)}</span>
                    <span>{formatCount(row.messages)}</span>
                  </span>
                </td>
                <td className="text-end text-ink-2">
                  <Time value={row.at} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Specimen>
  )
}
