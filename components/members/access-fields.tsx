import type { OperatorRole } from '@/server/schemas/setup'
import { ChoiceField } from '../ui/choice-field'
import { ChoiceList } from '../ui/choice-list'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { roles } from './member-words'

export interface Access {
  role: OperatorRole
  /** Names with commas between them; empty is every tenant. */
  tenants: string
}

/** What somebody may do, and whose conversations they see. */
export function AccessFields({ value, onChange }: { value: Access; onChange: (part: Partial<Access>) => void }) {
  return (
    <>
      <ChoiceField label="Role">
        <ChoiceList<OperatorRole>
          label="Role"
          className="sm:grid-cols-2"
          choices={roles}
          value={value.role}
          onValueChange={(role) => onChange({ role })}
        />
      </ChoiceField>
      <Field label="Tenants" description="Names with commas between them. Empty: every tenant, now and later.">
        <Input
          isMono
          value={value.tenants}
          onValueChange={(tenants) => onChange({ tenants })}
          placeholder="all"
          autoComplete="off"
        />
      </Field>
    </>
  )
}
