import type { ReactNode } from 'react'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'

export interface RatedRow {
  key: string
  name: string
  /** The threads behind it, and those of them that failed. */
  href?: string | undefined
  failedHref?: string | undefined
  reviews: number
  passed: number
  failed: number
  aside?: ReactNode
}

const head = 'border-line border-b pb-1 text-end font-medium text-12 text-ink-3 first:text-start'
const cell = 'border-line border-b py-1.5 ps-4 text-end tabular-nums'
const linkStyle = 'rounded-xs underline-offset-2 hover:underline'

/** Reviews with how many of them passed: in figures, and as the length of a bar. */
export function RatedTable(props: { title: string; first: string; rows: readonly RatedRow[]; aside?: string }) {
  const { title, first, rows, aside } = props
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="pb-1 font-semibold text-13">{title}</h2>
      <table className="w-full table-fixed text-13">
        <thead>
          <tr>
            <th scope="col" className={head}>
              {first}
            </th>
            <th scope="col" className={`${head} w-18`}>
              Reviews
            </th>
            <th scope="col" className={`${head} w-14`}>
              Failed
            </th>
            <th scope="col" className={`${head} w-24`}>
              Passed
            </th>
            {aside ? (
              <th scope="col" className={`${head} w-18 max-sm:hidden`}>
                {aside}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="truncate border-line border-b py-1.5 text-start font-normal" title={row.name}>
                {row.href ? (
                  <Link href={row.href} className={linkStyle}>
                    {row.name}
                  </Link>
                ) : (
                  row.name
                )}
              </th>
              <td className={cell}>{formatCount(row.reviews)}</td>
              <td className={cell}>
                {row.failedHref && row.failed > 0 ? (
                  <Link href={row.failedHref} className={linkStyle} aria-label={`${row.failed} failed: ${row.name}`}>
                    {formatCount(row.failed)}
                  </Link>
                ) : (
                  formatCount(row.failed)
                )}
              </td>
              <td className={cell}>
                <PassRate passed={row.passed} failed={row.failed} />
              </td>
              {aside ? <td className={`${cell} text-ink-2 max-sm:hidden`}>{row.aside}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PassRate({ passed, failed }: { passed: number; failed: number }) {
  if (passed + failed === 0) return <span className="text-ink-3">none</span>
  const share = Math.round((100 * passed) / (passed + failed))
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden="true" className="h-1.5 w-10 border border-control">
        <span className="block h-full bg-ink forced-colors:bg-[CanvasText]" style={{ width: `${share}%` }} />
      </span>
      <span className="w-11">{share} %</span>
    </span>
  )
}
