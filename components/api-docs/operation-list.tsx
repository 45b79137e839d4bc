import { Link } from '../ui/link'
import type { ApiOperation } from './api-document'

/** Operations by what they are about; each is a link to its description. */
export function OperationList({ operations, chosen }: { operations: readonly ApiOperation[]; chosen: string | null }) {
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return (
    <nav aria-label="Operations" className="grid gap-3 px-2 pb-4">
      {tags.map((tag) => (
        <div key={tag}>
          <h2 className="px-2 pb-1 font-medium text-11 text-ink-3">{tag}</h2>
          <ul className="grid gap-px">
            {operations
              .filter((operation) => operation.tag === tag)
              .map(({ id, method, summary }) => (
                <li key={id}>
                  <Link
                    href={`/docs/api?operation=${id}`}
                    scroll={false}
                    aria-current={id === chosen ? 'page' : undefined}
                    className="flex min-h-7.5 items-center gap-2 rounded-sm px-2 py-1 text-13 text-ink-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:bg-pick aria-[current=page]:text-ink pointer-coarse:min-h-11 forced-colors:aria-[current=page]:outline-1"
                  >
                    <span className="min-w-0 flex-1">{summary}</span>
                    <span className="shrink-0 font-mono text-11 text-ink-3">{method}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
