'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import type { ThreadView } from '@/server/schemas/threads'
import { readApiError } from '../data/api-error'
import { QueryError } from '../data/query-error'
import { threadHref } from '../data/scope-href'
import { useTRPC, useTRPCClient } from '../data/trpc'
import { useSettled } from '../list/use-settled'
import { Button } from '../ui/button'
import { ChoiceList } from '../ui/choice-list'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { formatCount, formatQuantity } from '../ui/number-format'
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
  const settled = useSettled(choice, 200)
  const size = useForkSize({ thread, choice: settled, isOn: canSend })
  const isTaken = settled === choice && size.data?.isIdFree === false && !size.isPlaceholderData
  const idProblem =
    problems.threadId ??
    (failure?.code === 'CONFLICT' || isTaken ? 'A thread of this scope has that id. Choose another one.' : undefined)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Fork this thread"
      description="A copy that goes its own way. The thread itself stays as it is."
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button type="submit" form={formId} variant="main" isBusy={fork.isPending} disabled={!canSend || isTaken}>
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
          if (canSend && !isTaken) fork.mutate(forkInput(thread, choice))
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
        <ForkSize size={size} isOn={canSend} />
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

/** What the fork will hold, asked of the server with dryRun. */
function useForkSize({ thread, choice, isOn }: { thread: ThreadView; choice: ForkChoice; isOn: boolean }) {
  const client = useTRPCClient()
  const input = forkInput(thread, choice)
  return useQuery({
    queryKey: ['fork-size', input],
    queryFn: () => client.threads.fork.mutate({ ...input, dryRun: true }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The dry run in figures. Exchanges that the cut would part are left out, and said so. */
function ForkSize({ size, isOn }: { size: ReturnType<typeof useForkSize>; isOn: boolean }) {
  const { data } = size
  const facts = [
    { label: 'Messages', value: data ? formatCount(data.messages) : '–' },
    { label: 'Tokens', value: data ? formatCount(data.tokens) : '–' },
    { label: 'Left out', value: data ? formatCount(data.dropped) : '–' },
  ]
  return (
    <div
      role="status"
      aria-busy={size.isFetching}
      className="grid gap-2 rounded-md border border-line bg-sunk px-3 py-2.5"
    >
      <p className="text-11 text-ink-3">What it will hold</p>
      <dl className="grid grid-cols-3 gap-3">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-12 text-ink-2">{label}</dt>
            <dd className="font-semibold text-16 tabular-nums">{isOn ? value : '–'}</dd>
          </div>
        ))}
      </dl>
      <p className="min-h-4 text-12 text-ink-2">
        {!isOn
          ? 'Known when the choice above is whole.'
          : size.error
            ? readApiError(size.error).message
            : data && data.dropped > 0
              ? 'Left out: tool calls and results that the cut would part from one another.'
              : 'Tags, pins, entries and the window come along; notes and reviews do not.'}
      </p>
    </div>
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
