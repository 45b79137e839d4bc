import type { ReactNode } from 'react'
import type { ScopeDetails } from '@/server/schemas/insights'
import { threadsHref } from '../data/scope-href'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { Time } from '../ui/time'

/** What a tenant or a subject holds now. */
export function ScopeFacts({ details }: { details: ScopeDetails }) {
  const { tenant, subject, subjects, threads, messages, tokens, lastMessageAt, trash } = details
  const place = { tenant, subject: subject ?? undefined }
  return (
    <dl aria-label="What it holds" className="flex flex-wrap gap-x-8 gap-y-3">
      <Fact name="Threads" href={threadsHref(place)}>
        {formatCount(threads)}
      </Fact>
      <Fact name="Messages">{formatCount(messages)}</Fact>
      <Fact name="Tokens">{formatCount(tokens)}</Fact>
      {subject === null ? (
        <Fact name="Subjects" href={`/scopes?${new URLSearchParams({ q: tenant })}`}>
          {formatCount(subjects)}
        </Fact>
      ) : null}
      <Fact name="In the trash" href={trash.count > 0 ? '/trash' : undefined}>
        {formatCount(trash.count, trash.capped ? trash.count : undefined)}
      </Fact>
      <Fact name="Active">{lastMessageAt === null ? 'never' : <Time value={lastMessageAt} />}</Fact>
    </dl>
  )
}

function Fact({ name, href, children }: { name: string; href?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium text-11 text-ink-3">{name}</dt>
      <dd className="font-medium text-20 tabular-nums">
        {href ? (
          <Link href={href} className="inline-block min-w-6 underline-offset-2 hover:underline">
            {children}
          </Link>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}
