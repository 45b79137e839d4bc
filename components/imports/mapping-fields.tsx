import { Checkbox } from '../ui/checkbox'
import { Field } from '../ui/field'
import { Select } from '../ui/select'
import { fieldsOf, listFieldsOf, messagesOf } from './guess-mapping'
import type { FieldMapping } from './map-records'

export interface MappingFieldsProps {
  records: readonly unknown[]
  mapping: FieldMapping
  onChange: (mapping: FieldMapping) => void
}

/** A Select has no empty value of its own. */
const NONE = '\u0000none'

const options = (paths: readonly string[], none?: string) => [
  ...(none ? [{ value: NONE, label: none }] : []),
  ...paths.map((path) => ({ value: path, label: path })),
]

/** Which field of a file of another system is what. */
export function MappingFields({ records, mapping, onChange }: MappingFieldsProps) {
  const outer = fieldsOf(records)
  const lists = listFieldsOf(records)
  const inner = fieldsOf(messagesOf(records, mapping.messages))
  const isNested = mapping.messages !== ''
  const set = (part: Partial<FieldMapping>) => onChange({ ...mapping, ...part })
  const choice = (
    name: 'threadId' | 'role' | 'text' | 'time' | 'title' | 'agent',
    given: { paths: string[]; none?: string },
  ) => (
    <Select
      options={options(given.paths, given.none)}
      value={mapping[name] === '' ? (given.none ? NONE : null) : mapping[name]}
      onValueChange={(value) => set({ [name]: value === NONE ? '' : value })}
    />
  )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {lists.length > 0 ? (
        <Field
          label="Messages"
          description="One message a record, or a list of them in each."
          className="sm:col-span-2"
        >
          <Select
            options={options(lists, 'each record is one message')}
            value={isNested ? mapping.messages : NONE}
            onValueChange={(value) => set({ messages: value === NONE ? '' : value, role: '', text: '', time: '' })}
          />
        </Field>
      ) : null}
      <Field label="Thread id">{choice('threadId', { paths: outer })}</Field>
      <Field label="Who speaks" description="user, assistant, human, bot, customer, agent …">
        {choice('role', { paths: inner })}
      </Field>
      <Field label="Text">{choice('text', { paths: inner })}</Field>
      <Field label="Time">{choice('time', { paths: inner, none: 'none' })}</Field>
      <Field label="Title">{choice('title', { paths: outer, none: 'none' })}</Field>
      <Field label="Agent">{choice('agent', { paths: outer, none: 'none' })}</Field>
      <fieldset className="sm:col-span-2">
        <legend className="mb-1.5 font-medium text-12">Tags</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {outer
            .filter((path) => !lists.includes(path))
            .map((path) => (
              <Checkbox
                key={path}
                label={path}
                checked={mapping.tags.includes(path)}
                onCheckedChange={(isOn) =>
                  set({ tags: isOn ? [...mapping.tags, path] : mapping.tags.filter((each) => each !== path) })
                }
              />
            ))}
        </div>
      </fieldset>
    </div>
  )
}
