'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC, useTRPCClient } from '../data/trpc'
import { Button } from '../ui/button'
import { ChoiceList } from '../ui/choice-list'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { formatQuantity } from '../ui/number-format'
import { showToast } from '../ui/toast'
import { type ForkChoice, type ForkExtent, forkInput, forkProblems, proposedForkId } from './fork-input'

export interface ForkDialogProps {
  thread: ThreadView
  /** The message to fork at, from its menu; null offers the whole thread first. */
  upTo: number | null
  onClose: () => void
}

/** Asks how much of a thread to copy, shows what the copy will hold, makes it and opens it. */
export function ForkDialog({ thread, upTo, onClose }: ForkDialogProps) {
  const [choice, setChoice] = useState<ForkChoice>(() => ({
    extent: upTo === null ? 'whole' : 'up-to',
    lastMessages: Math.min(20, thread.messageCount),
    upTo: upTo ?? thread.messageCount,
    threadId: proposedForkId(thread.threadId),
  }))
  const change = (part: Partial<ForkChoice>) => setChoice((before) => ({ ...before, ...part }))
  const problems = forkProblems(thread, choice)
  const canSend = Object.keys(problems).length === 0
  const formId = useId()
  const fork = useFork(thread, onClose)
  const failure = fork.error ? readApiError(fork.error) : null
  const idProblem = problems.threadId ?? (failure?.code === 'CONFLICT' ? failure.message : undefined)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Fork this thread"
      description="A copy that goes its own way. The thread itself stays as it is."
      footer={
        <>
          <ForkSize thread={thread} choice={choice} isOn={canSend} />
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} variant="main" isBusy={fork.isPending} disabled={!canSend}>
            Fork and open
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (canSend) fork.mutate(forkInput(thread, choice))
        }}
      >
        <ChoiceList<ForkExtent>
          label="How much"
          value={choice.extent}
          onValueChange={(extent) => change({ extent })}
          choices={[
            { value: 'whole', label: 'The whole thread', description: formatQuantity(thread.messageCount, 'message') },
            { value: 'last', label: 'The last messages', apiName: 'lastMessages', description: 'The newest N' },
            {
              value: 'up-to',
              label: 'Up to a message',
              apiName: 'upTo',
              description: 'From the start, that one included',
            },
          ]}
        />
        {choice.extent === 'whole' ? null : (
          <Field
            label={choice.extent === 'last' ? 'How many messages' : 'Up to message number'}
            aside={`of ${thread.messageCount.toLocaleString('en')}`}
            error={problems.count}
          >
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={thread.messageCount}
              value={numberText(choice.extent === 'last' ? choice.lastMessages : choice.upTo)}
              onValueChange={(text) =>
                change(choice.extent === 'last' ? { lastMessages: toNumber(text) } : { upTo: toNumber(text) })
              }
            />
          </Field>
        )}
        <Field label="Id of the new thread" apiName="threadId" error={idProblem}>
          <Input
            isMono
            value={choice.threadId}
            spellCheck={false}
            onValueChange={(threadId) => {
              fork.reset()
              change({ threadId })
            }}
          />
        </Field>
        {fork.error && failure?.code !== 'CONFLICT' ? (
          <QueryError
            layout="inline"
            title="The fork was not made"
            kept="Nothing was changed."
            error={fork.error}
            onRetry={() => fork.mutate(forkInput(thread, choice))}
            isRetrying={fork.isPending}
          />
        ) : null}
      </form>
    </Dialog>
  )
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

function numberText(value: number): string {
  return Number.isNaN(value) ? '' : String(value)
}

/** What the fork will hold, asked of the server with dryRun: exchanges that the cut would part are left out. */
function ForkSize({ thread, choice, isOn }: { thread: ThreadView; choice: ForkChoice; isOn: boolean }) {
  const client = useTRPCClient()
  const input = forkInput(thread, choice)
  const size = useQuery({
    queryKey: ['fork-size', input],
    queryFn: () => client.threads.fork.mutate({ ...input, dryRun: true }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const words = size.data
    ? `It will hold ${formatQuantity(size.data.messages, 'message')}, ${formatQuantity(size.data.tokens, 'token')}`
    : size.error
      ? readApiError(size.error).message
      : 'Counting'
  return (
    <p role="status" className="me-auto text-12 text-ink-2 tabular-nums">
      {isOn ? words : null}
    </p>
  )
}

function useFork(thread: ThreadView, onDone: () => void) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const router = useRouter()
  return useMutation(
    trpc.threads.fork.mutationOptions({
      onSuccess: ({ thread: made, messages }) => {
        void cache.invalidateQueries({ queryKey: trpc.threads.pathKey() })
        onDone()
        showToast({
          title: 'Fork made',
          description: `${formatQuantity(messages, 'message')} of ${thread.threadId}`,
          tone: 'good',
        })
        if (made) router.push(threadHref(made.uid))
      },
    }),
  )
}
