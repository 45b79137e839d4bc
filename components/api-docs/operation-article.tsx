'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { CodeSnippet } from '../ui/code-snippet'
import type { ApiOperation, SchemaNode } from './api-document'
import { FieldList } from './field-list'
import { operationSnippets } from './operation-snippets'
import { PlainWords } from './plain-words'
import { type FieldView, fieldsOf, typeWords } from './schema-words'

const neverChanges = () => () => undefined

interface OperationArticleProps {
  operation: ApiOperation
  schemas: Readonly<Record<string, SchemaNode>>
}

/** One operation: what it does, how it is called, what goes in and what comes back. */
export function OperationArticle({ operation, schemas }: OperationArticleProps) {
  const { method, path, summary, description, parameters, body, answer, refusals } = operation
  const origin = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => 'http://127.0.0.1:3000',
  )
  const inAddress = parameters.map((parameter): FieldView => {
    const type = `${typeWords(parameter.schema)}, in the ${parameter.in}`
    return { name: parameter.name, type, isRequired: parameter.required, description: parameter.description, forms: [] }
  })
  return (
    <article
      aria-label={summary}
      className="grid max-w-300 grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 py-5 sm:px-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,460px)]"
    >
      <div className="grid content-start gap-2 xl:col-span-2">
        <h2 className="font-semibold text-16">{summary}</h2>
        <p className="font-mono text-12 text-ink-2 wrap-anywhere">
          <b className="font-medium text-ink">{method}</b> {path}
        </p>
        <PlainWords text={description} className="text-13" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] xl:sticky xl:top-5 xl:col-start-2 xl:row-start-2 xl:self-start">
        <CodeSnippet snippets={operationSnippets(operation, origin)} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 xl:col-start-1 xl:row-start-2">
        {inAddress.length > 0 ? (
          <Part title="In the address">
            <FieldList fields={inAddress} schemas={schemas} />
          </Part>
        ) : null}
        {body ? (
          <Part title="Body">
            <FieldList fields={fieldsOf(body, schemas)} schemas={schemas} />
          </Part>
        ) : null}
        {answer ? (
          <Part title="Answer">
            <FieldList fields={fieldsOf(answer, schemas)} schemas={schemas} isAnswer />
          </Part>
        ) : null}
        <Part title="Refusals">
          <FieldList
            fields={refusals.map(({ status, code, words }) => ({
              name: code,
              type: status,
              isRequired: true,
              description: words,
              forms: [],
            }))}
            schemas={schemas}
            isAnswer
          />
        </Part>
      </div>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="font-medium text-11 text-ink-3">{title}</h3>
      {children}
    </section>
  )
}
