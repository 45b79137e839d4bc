'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { z } from 'zod'
import { type CreateKeyOutput, KeyRight } from '@/server/schemas/keys'
import { QueryError } from '../data/query-error'
import { useTRPC } from '../data/trpc'
import { Button } from '../ui/button'
import { Checkbox } from '../ui/checkbox'
import { ChoiceField } from '../ui/choice-field'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { SegmentedControl } from '../ui/segmented-control'
import { Select } from '../ui/select'
import { type ExpiryChoice, emptyKeyForm, type KeyFormValues, readKeyForm } from './key-form'
import { rightHelp } from './key-words'
import { NewKey } from './new-key'

const expiries: { value: ExpiryChoice; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

/** Makes a key, then shows it, this once. */
export function CreateKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [made, setMade] = useState<z.infer<typeof CreateKeyOutput> | null>(null)
  const close = () => {
    onClose()
    setMade(null)
  }
  if (made) {
    return (
      <Dialog
        open={open}
        onOpenChange={(isOpen) => (isOpen ? undefined : close())}
        title="Copy the key now"
        description="It is shown this once. Loci keeps only a hash of it: if it is lost, make another and revoke this one."
        footer={
          <Button variant="main" onClick={close}>
            I have copied it
          </Button>
        }
      >
        <NewKey made={made} />
      </Dialog>
    )
  }
  return <KeyFormDialog open={open} onClose={close} onMade={setMade} />
}

interface KeyFormDialogProps {
  open: boolean
  onClose: () => void
  onMade: (made: z.infer<typeof CreateKeyOutput>) => void
}

function KeyFormDialog({ open, onClose, onMade }: KeyFormDialogProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const formId = useId()
  const [values, setValues] = useState<KeyFormValues>(emptyKeyForm)
  const [isTried, setIsTried] = useState(false)
  const { data: viewer } = useQuery(trpc.viewer.get.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  const isDeveloper = viewer?.role === 'developer'
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: (made) => {
        void cache.invalidateQueries({ queryKey: trpc.keys.pathKey() })
        void cache.invalidateQueries({ queryKey: trpc.overview.pathKey() })
        onMade(made)
      },
    }),
  )
  const change = (part: Partial<KeyFormValues>) => setValues((before) => ({ ...before, ...part }))
  const read = () => readKeyForm(values, { now: Date.now(), mustNameAgents: isDeveloper })
  const problems = (isTried && read().problems) || {}
  const send = () => {
    const { input } = read()
    setIsTried(true)
    if (input) create.mutate(input)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const isScope = values.reach === 'scope'
  const rights = KeyRight.options.filter((right) => right !== 'admin' || !isDeveloper)
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Make a key"
      description="For one agent's process. Give it no more than it needs."
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} variant="main" isBusy={create.isPending}>
            Make the key
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {create.error ? (
          <QueryError
            layout="inline"
            title="The key was not made"
            kept="What you entered is still here."
            error={create.error}
            onRetry={send}
            isRetrying={create.isPending}
          />
        ) : null}
        <Field label="Name" error={problems.name} description="What it is for: “support agent, production”.">
          <Input value={values.name} onValueChange={(name) => change({ name })} autoComplete="off" />
        </Field>
        <ChoiceField
          label="Reach"
          description={
            {
              scope: 'One tenant and subject; calls need not name it.',
              tenant: 'Each call names a subject.',
              all: 'Each call names a tenant and a subject.',
            }[values.reach]
          }
        >
          <SegmentedControl<KeyFormValues['reach']>
            label="Reach"
            value={values.reach}
            onValueChange={(reach) => change({ reach })}
            options={[
              { value: 'scope', label: 'One scope' },
              { value: 'tenant', label: 'A tenant' },
              { value: 'all', label: 'Everything' },
            ]}
          />
        </ChoiceField>
        {values.reach === 'all' ? null : (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Tenant" error={problems.tenant}>
              <Input
                isMono
                value={values.tenant}
                onValueChange={(tenant) => change({ tenant })}
                placeholder="acme"
                autoComplete="off"
              />
            </Field>
            {isScope ? (
              <Field label="Subject" error={problems.subject} description="May stay empty.">
                <Input
                  isMono
                  value={values.subject}
                  onValueChange={(subject) => change({ subject })}
                  placeholder="user-1"
                  autoComplete="off"
                />
              </Field>
            ) : null}
          </div>
        )}
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-medium text-12">Rights</legend>
          {rights.map((right) => (
            <Checkbox
              key={right}
              checked={values.rights.includes(right)}
              label={right}
              description={rightHelp[right]}
              onCheckedChange={(isOn) =>
                change({ rights: isOn ? [...values.rights, right] : values.rights.filter((other) => other !== right) })
              }
            />
          ))}
          {problems.rights ? <p className="text-12 text-bad">{problems.rights}</p> : null}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Agents"
            error={problems.agents}
            description={isDeveloper ? 'At least one.' : 'Empty: any agent.'}
          >
            <Input
              value={values.agents}
              onValueChange={(agents) => change({ agents })}
              placeholder="support, billing"
              autoComplete="off"
            />
          </Field>
          <Field label="Expires" apiName="expiresAt" error={problems.expiry}>
            <Select<ExpiryChoice>
              value={values.expiry}
              onValueChange={(expiry) => change({ expiry })}
              options={expiries}
            />
          </Field>
        </div>
      </form>
    </Dialog>
  )
}
