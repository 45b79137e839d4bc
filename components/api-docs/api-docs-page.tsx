'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { parseAsString, useQueryStates } from 'nuqs'
import { QueryError } from '../data/query-error'
import { TopLine } from '../shell/top-line'
import { buttonStyle } from '../ui/button'
import { classNames } from '../ui/class-names'
import { NoMatchState } from '../ui/no-match-state'
import { formatQuantity } from '../ui/number-format'
import { SearchField } from '../ui/search-field'
import { SkeletonRows } from '../ui/skeleton'
import { type ApiDocument, DOCUMENT_ADDRESS, findOperations, loadApiDocument, operationsOf } from './api-document'
import { ApiOverview } from './api-overview'
import { OperationArticle } from './operation-article'
import { OperationList } from './operation-list'

/** The plain HTTP interface, described by the very document that clients are generated from. */
export function ApiDocsPage() {
  const document = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => loadApiDocument(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (document.data) return <LoadedApi document={document.data} />
  return (
    <>
      <TopLine crumbs={[{ label: 'API' }]} />
      <div className="min-h-0 overflow-y-auto">
        {document.isError ? (
          <QueryError
            title="The description could not be loaded"
            kept="Nothing was changed."
            error={document.error}
            onRetry={() => void document.refetch()}
            isRetrying={document.isFetching}
          />
        ) : (
          <SkeletonRows rows={10} label="Loading the description" />
        )}
      </div>
    </>
  )
}

function LoadedApi({ document }: { document: ApiDocument }) {
  const [{ operation: id, text }, setPlace] = useQueryStates({
    operation: parseAsString,
    text: parseAsString.withDefault(''),
  })
  const operations = operationsOf(document)
  const shown = findOperations(operations, text)
  const chosen = operations.find((operation) => operation.id === id)
  return (
    <>
      <TopLine
        crumbs={chosen ? [{ label: 'API', href: '/docs/api' }, { label: chosen.summary }] : [{ label: 'API' }]}
        actions={
          <a href={DOCUMENT_ADDRESS} download="openapi.json" className={buttonStyle()}>
            <Download aria-hidden="true" />
            <span className="max-sm:sr-only">OpenAPI document</span>
          </a>
        }
      />
      <div className="grid min-h-0 lg:grid-cols-[300px_minmax(0,1fr)]">
        <div
          className={classNames(
            'min-h-0 overflow-y-auto border-line bg-panel max-lg:row-start-1 lg:border-e',
            chosen && 'max-lg:hidden',
          )}
        >
          <div className="sticky top-0 bg-panel p-3">
            <SearchField
              label="Find an operation"
              value={text}
              onValueChange={(value) => void setPlace({ text: value || null })}
              className="w-full"
            />
          </div>
          {shown.length > 0 ? (
            <OperationList operations={shown} chosen={chosen?.id ?? null} />
          ) : (
            <NoMatchState
              title="No operation matches"
              filters={[{ label: 'text', value: text }]}
              text={`${formatQuantity(operations.length, 'operation')} without the filter.`}
              onClear={() => void setPlace({ text: null })}
            />
          )}
          <div className="border-line border-t lg:hidden">
            <ApiOverview description={document.info.description} />
          </div>
        </div>
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          aria-label={chosen?.summary ?? 'About the API'}
          key={chosen?.id}
          className={classNames('min-h-0 overflow-y-auto focus-visible:-outline-offset-2', !chosen && 'max-lg:hidden')}
        >
          {chosen ? (
            <OperationArticle operation={chosen} schemas={document.components.schemas} />
          ) : (
            <ApiOverview description={document.info.description} />
          )}
        </section>
      </div>
    </>
  )
}
