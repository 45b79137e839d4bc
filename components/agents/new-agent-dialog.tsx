'use client'

import { useRouter } from 'next/navigation'
import { type ReactElement, useId, useState } from 'react'
import { AgentName } from '@/memory/scope-schema'
import { Button } from '../ui/button'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { agentHref } from './agent-href'

/** Asks for the name of an agent that may not have written yet, and goes to its window. */
export function NewAgentDialog({ trigger }: { trigger: ReactElement }) {
  const router = useRouter()
  const formId = useId()
  const [name, setName] = useState('')
  const checked = AgentName.safeParse(name.trim())
  const error = name === '' || checked.success ? undefined : (checked.error.issues[0]?.message ?? 'Not a name.')
  return (
    <Dialog
      trigger={trigger}
      size="small"
      title="Set up an agent"
      description="By the agentName it reads and writes with. It need not have written yet."
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} variant="main" disabled={!checked.success}>
            Go to its window
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          if (checked.success) router.push(agentHref(checked.data))
        }}
      >
        <Field label="Name" apiName="agentName" error={error}>
          <Input value={name} onValueChange={setName} autoComplete="off" spellCheck={false} placeholder="support" />
        </Field>
      </form>
    </Dialog>
  )
}
