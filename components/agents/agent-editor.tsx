'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { Eye } from 'lucide-react'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ConfigVersionView } from '@/server/schemas/agents'
import { QueryError } from '../data/query-error'
import { usePermissions } from '../data/use-permissions'
import { type Crumb, TopLine } from '../shell/top-line'
import { ImpactPane } from '../studio/impact-pane'
import { PreviewPane } from '../studio/preview-pane'
import { ReplayPane } from '../studio/replay-pane'
import { useDraft } from '../studio/use-draft'
import { useImpact } from '../studio/use-impact'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { formatQuantity } from '../ui/number-format'
import { Tabs } from '../ui/tabs'
import { Time } from '../ui/time'
import { AgentFacts } from './agent-facts'
import type { AgentDetail } from './agent-page'
import { parseAsVersions } from './compared-versions'
import { EditConflict } from './edit-conflict'
import { draftAddress } from './linked-draft'
import { useLinkedDraft } from './use-linked-draft'
import { useSaveWindow } from './use-save-window'
import { VersionList } from './version-list'
import { WindowFields } from './window-fields'
import { formOf, type WindowChange, WindowForm, type WindowFormValues } from './window-form'

export interface AgentEditorProps {
  /** Null is the app default. */
  name: string | null
  detail: AgentDetail
}

const sides = ['impact', 'replay', 'now', 'history'] as const

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
  const draft = useDraft({ control: form.control, name })
  const impact = useImpact(name)
  const [side, setSide] = useQueryState('side', parseAsStringLiteral(sides))
  const [compared] = useQueryState('compare', parseAsVersions)
  const threads = detail.agent?.threads ?? null
  const formId = useId()
  const isBehind = own !== null && own.version > (base?.version ?? 0)
  // Whoever may not save can still try what a window would do.
  const { configure } = usePermissions()
  const save = useSaveWindow({ name, baseVersion: base?.version ?? 0 })
  const linked = useLinkedDraft(form)
  const showNewest = () => {
    linked.forget()
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
    if (!configure) return
    const entered = form.getValues()
    await save.run(change, (version) => {
      linked.forget()
      setBase(savedAs(change, version))
      const meanwhile = { ...form.getValues() }
      form.reset({ ...entered, note: '' })
      // What was entered while it was being saved stays, on top.
      for (const field of Object.keys(entered) as (keyof WindowFormValues)[]) {
        if (meanwhile[field] !== entered[field]) form.setValue(field, meanwhile[field], { shouldDirty: true })
      }
    })
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
              {configure ? null : ' Developers and admins save windows.'}
              {draft.isWhole ? (
                <CopyButton label="Copy link to this draft" text={() => draftAddress(name, form.getValues())} />
              ) : null}
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
            {configure ? (
              <Button
                type="submit"
                form={formId}
                variant="main"
                isBusy={save.isPending}
                disabled={!isDirty || isBehind}
              >
                {threads ? `Save for ${formatQuantity(threads, 'thread')}` : 'Save'}
              </Button>
            ) : null}
          </>
        }
      />
      <div className="min-h-0 overflow-y-auto lg:grid lg:grid-cols-[340px_minmax(0,1fr)] lg:overflow-hidden xl:grid-cols-[340px_minmax(0,1fr)_300px]">
        <form
          id={formId}
          noValidate
          onSubmit={onSubmit}
          className="flex flex-col gap-5 border-line bg-panel p-5 *:shrink-0 max-lg:border-b lg:overflow-y-auto lg:border-e"
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
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)_minmax(0,40%)] xl:contents">
          <div className="grid h-[70vh] min-h-0 grid-cols-[minmax(0,1fr)] lg:h-auto">
            <PreviewPane
              name={name}
              draft={draft}
              savedLabel={effective.version > 0 ? `v${effective.version}` : 'built-in'}
              isDirty={isDirty}
            />
          </div>
          <Tabs
            label="Beside the window"
            className="border-line bg-panel max-xl:border-t xl:border-s"
            value={side ?? (compared ? 'history' : 'impact')}
            onValueChange={(next) => void setSide(next)}
            tabs={[
              {
                value: 'impact',
                label: 'Impact',
                panel: <ImpactPane impact={impact} draft={draft} isDirty={isDirty} threads={threads} />,
              },
              {
                value: 'replay',
                label: 'Replay',
                panel: <ReplayPane name={name} draft={draft} versions={detail.versions} />,
              },
              {
                value: 'now',
                label: 'Now',
                panel: (
                  <div className="p-4">
                    <AgentFacts name={name} detail={detail} />
                  </div>
                ),
              },
              {
                value: 'history',
                label: 'History',
                count: detail.versions.length,
                panel: (
                  <div className="p-4">
                    <VersionList name={name} versions={detail.versions} />
                  </div>
                ),
              },
            ]}
          />
        </div>
      </div>
    </>
  )
}

/** The version that was just saved, as it will come back. */
function savedAs(
  { window, storing = true, allowCallWindow = false, note }: WindowChange,
  version: number,
): ConfigVersionView {
  const createdAt = new Date().toISOString()
  // The schema of windows has made it.
  return {
    version,
    window: window as ConfigVersionView['window'],
    storing,
    allowCallWindow,
    note: note ?? null,
    author: 'you',
    createdAt,
  }
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
