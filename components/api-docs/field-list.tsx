import { WordsWithNames } from '../ui/words-with-names'
import type { SchemaNode } from './api-document'
import { type FieldForm, type FieldView, fieldsOf } from './schema-words'

type Schemas = Readonly<Record<string, SchemaNode>>

interface FieldListProps {
  fields: readonly FieldView[]
  schemas: Schemas
  /** In an answer it is worth saying what may be absent; in a request, what must be there. */
  isAnswer?: boolean
}

/** Fields one under the other; what a field is made of opens under it. */
export function FieldList({ fields, schemas, isAnswer = false }: FieldListProps) {
  return (
    <ul className="grid">
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} schemas={schemas} isAnswer={isAnswer} />
      ))}
    </ul>
  )
}

function FieldRow({ field, schemas, isAnswer }: { field: FieldView; schemas: Schemas; isAnswer: boolean }) {
  const { name, type, isRequired, description, forms } = field
  const presence = isAnswer ? (isRequired ? null : 'may be absent') : isRequired ? 'required' : null
  return (
    <li className="border-line border-t py-2 text-13">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-medium font-mono text-12 wrap-anywhere">{name}</code>
        <span className="font-mono text-11 text-ink-3 wrap-anywhere">{type}</span>
        {presence ? <span className="font-medium text-11 text-ink-2">{presence}</span> : null}
      </p>
      {description ? (
        <p className="max-w-160 text-12 text-ink-2">
          <WordsWithNames text={description} />
        </p>
      ) : null}
      {forms.length > 0 ? <FieldForms forms={forms} of={name} schemas={schemas} isAnswer={isAnswer} /> : null}
    </li>
  )
}

interface FieldFormsProps {
  forms: readonly FieldForm[]
  of: string
  schemas: Schemas
  isAnswer: boolean
}

function FieldForms({ forms, of, schemas, isAnswer }: FieldFormsProps) {
  return (
    <details className="mt-1">
      <summary className="tall-target w-fit cursor-pointer rounded-xs py-0.5 text-12 text-ink-2 hover:text-ink pointer-coarse:py-2.5">
        Fields of {of}
      </summary>
      <div className="mt-1 ms-1 grid gap-2 border-line border-s ps-3">
        {forms.map((form, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the forms of one field never move
          <div key={place}>
            {forms.length > 1 && form.title ? <p className="pb-1 font-mono text-11 text-ink-2">{form.title}</p> : null}
            <FieldList fields={fieldsOf(form.node, schemas)} schemas={schemas} isAnswer={isAnswer} />
          </div>
        ))}
      </div>
    </details>
  )
}
