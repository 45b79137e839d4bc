'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { CompareThreads } from '@/server/schemas/compare'
import { proposedForkId } from '../conversation/fork-input'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC } from '../data/trpc'
import { usePermissions } from '../data/use-permissions'
import { useThreadActions } from '../threads/use-thread-actions'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { formatQuantity } from '../ui/number-format'
import { Popover } from '../ui/popover'
import { showToast } from '../ui/toast'
import { certaintyWords } from './certainty-words'

/** How sure the repair is, and the way to make it: as a fork, so that deleting the fork takes it back. */
export function RepairBar({ compared }: { compared: CompareThreads }) {
  const { certainty, totals } = compared
  const may = usePermissions()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-pick px-4 py-2 text-12">
      <p className="min-w-60 flex-1">
        {certainty === null ? (
          'No history was stored twice in this thread: a repair would leave nothing out.'
        ) : (
          <>
            <b className="font-medium">{certaintyWords[certainty].title}.</b> {certaintyWords[certainty].text} A repair
            leaves out {formatQuantity(totals.dropped.messages, 'message')}, and the thread itself stays as it is.
          </>
        )}
      </p>
      {certainty === null || !may.act ? null : <RepairButton compared={compared} />}
    </div>
  )
}

function RepairButton({ compared }: { compared: CompareThreads }) {
  const { left } = compared
  const [threadId, setThreadId] = useState(() => proposedForkId(left.threadId))
  const [isOpen, setIsOpen] = useState(false)
  const trpc = useTRPC()
  const cache = useQueryClient()
  const router = useRouter()
  const threads = useThreadActions()
  const repair = useMutation(
    trpc.threads.repair.mutationOptions({
      onSuccess: ({ thread: made, messages }) => {
        void cache.invalidateQueries({ queryKey: trpc.threads.pathKey() })
        if (!made) return
        showToast({
          title: 'Repaired, as a fork',
          description: `${formatQuantity(messages, 'message')}. The thread that it came from is as it was.`,
          tone: 'good',
          onUndo: async () => {
            if (await threads.remove([made])) router.push(threadHref(left.uid))
          },
        })
        router.push(threadHref(made.uid))
      },
    }),
  )
  const isTaken = repair.error !== null && readApiError(repair.error).message.includes('id already')
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      title="Repair as a fork"
      trigger={<Button variant="main">Repair as a fork</Button>}
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          repair.mutate({ uid: left.uid, threadId, messageCount: left.messageCount })
        }}
      >
        <Field
          label="Id of the new thread"
          apiName="threadId"
          error={isTaken ? 'A thread of this scope has that id.' : undefined}
        >
          <Input
            isMono
            value={threadId}
            spellCheck={false}
            onValueChange={(text) => {
              repair.reset()
              setThreadId(text)
            }}
          />
        </Field>
        {repair.error && !isTaken ? (
          <QueryError
            layout="inline"
            title="The repair was not made"
            kept="Nothing was changed."
            error={repair.error}
            onRetry={() => void cache.invalidateQueries({ queryKey: trpc.threads.compare.pathKey() })}
            isRetrying={repair.isPending}
          />
        ) : null}
        <Button
          type="submit"
          variant="main"
          className="justify-self-end"
          isBusy={repair.isPending}
          disabled={threadId.trim() === ''}
        >
          Make the fork
        </Button>
      </form>
    </Popover>
  )
}
