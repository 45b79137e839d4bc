'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { Eye } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ConfigVersionView } from '@/server/schemas/agents'
import { QueryError } from '../data/query-error'
import { type Crumb, TopLine } from '../shell/top-line'
import { Button } from '../ui/button'
import { Time } from '../ui/time'
import { AgentFacts } from './agent-facts'
import type { AgentDetail } from './agent-page'
import { EditConflict } from './edit-conflict'
import { useSaveWindow } from './use-save-window'
import { VersionList } from './version-list'
import { WindowFields } from './window-fields'
import { formOf, type WindowChange, WindowForm, type WindowFormValues } from './window-form'

export interface AgentEditorProps {
  /** Null is the app default. */
  name: string | null
  detail: AgentDetail
}

/** The form of one agent, or of all of them, beside what holds now and what was saved before. */
export function AgentEditor({ name, detail }: AgentEditorProps) {
  const { own, effective } = detail
  const [base, setBase] = useState<ConfigVersionView | null>(own)
  const form = useForm<WindowFormValues, unknown, WindowChange>({
    defaultValues: formOf(own, effective),
    resolver: zodResolver(WindowForm),
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  const formId = useId()
  const isBehind = own !== null && own.version !== (base?.version ?? 0)
  const save = useSaveWindow({ name, baseVersion: base?.version ?? 0 })
  const showNewest = () => {
    setBase(own)
    form.reset(formOf(own, effective))
  }
  // Saved elsewhere while nothing was entered here: there is nothing to lose.
  useEffect(() => {
    if (!isBehind || isDirty) return
    setBase(own)
    form.reset(formOf(own, effective))
  }, [isBehind, isDirty, own, effective, form])
  useLeaveWarning(isDirty)

  const label = name ?? 'All agents (app default)'
  const crumbs: [Crumb, Crumb] = [{ label: 'Agents', href: '/agents' }, { label }]
  const onSubmit = form.handleSubmit(async (change) => {
    if (await save.run(change)) form.reset({ ...form.getValues(), note: '' })
  })
  return (
    <>
      <TopLine
        crumbs={crumbs}
        banner={
          isDirty ? (
            <>
              <Eye aria-hidden="true" strokeWidth={1.5} />
              Not saved. You are looking at a draft; agents still get {base ? `v${base.version}` : 'what is above it'}.
            </>
          ) : undefined
        }
        actions={
          <>
            <span className="text-12 text-ink-2 max-md:hidden">
              {own ? (
                <>
                  v{own.version} by {own.author}, <Time value={own.createdAt} />
                </>
              ) : (
                'not set yet'
              )}
            </span>
            {isDirty ? (
              <Button variant="bare" onClick={showNewest}>
                Discard
              </Button>
            ) : null}
            <Button type="submit" form={formId} variant="main" isBusy={save.isPending} disabled={!isDirty || isBehind}>
              Save
            </Button>
          </>
        }
      />
      <div className="min-h-0 overflow-y-auto lg:grid lg:grid-cols-[400px_minmax(0,1fr)] lg:overflow-hidden">
        <form
          id={formId}
          noValidate
          onSubmit={onSubmit}
          className="grid content-start gap-5 border-line bg-panel p-5 max-lg:border-b lg:overflow-y-auto lg:border-e"
        >
          {isBehind && own ? (
            <EditConflict base={base} newest={own} onKeepMine={() => setBase(own)} onTakeTheirs={showNewest} />
          ) : null}
          {save.error ? (
            <QueryError
              layout="inline"
              title="The setting was not saved"
              kept="What you entered is still here."
              error={save.error}
              onRetry={() => void onSubmit()}
              isRetrying={save.isPending}
            />
          ) : null}
          <WindowFields control={form.control} isApp={name === null} />
        </form>
        <div className="grid max-w-160 content-start gap-6 p-5 lg:overflow-y-auto">
          <AgentFacts name={name} detail={detail} />
          <VersionList versions={detail.versions} />
        </div>
      </div>
    </>
  )
}

/** The browser asks before it leaves with something entered. */
function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
