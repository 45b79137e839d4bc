'use client'

import type { MessageView } from '@/server/schemas/messages'
import { MessageBody } from '../conversation/message-body'
import { speakerOf } from '../conversation/message-words'
import { messageHref } from '../conversation/use-message-actions'
import { Link } from '../ui/link'
import { formatQuantity } from '../ui/number-format'
import { Skeleton } from '../ui/skeleton'

export interface CompareMessageProps {
  /** Unique on the screen. */
  name: string
  uid: string
  seq: number
  /** Absent while it is on its way. */
  view: MessageView | undefined
  agentName: string | null
  /** Whether an agent that read now would be given it; null where that is not known. */
  isSeen: boolean | null
}

/** One message of one side: who, where, its size, whether the agent sees it, and all that it says. */
export function CompareMessage({ name, uid, seq, view, agentName, isSeen }: CompareMessageProps) {
  if (!view) {
    return (
      <div aria-hidden="true" className="grid content-start gap-2 py-1">
        <Skeleton className="w-24" />
        <Skeleton className="w-4/5" />
      </div>
    )
  }
  const { message, tokens, redactedAt } = view
  const calls = redactedAt ? [] : (message.toolCalls ?? [])
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-0.5">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-12 text-ink-2">
        <span className="font-medium">{speakerOf(message.role, agentName)}</span>
        <Link
          href={messageHref(uid, seq)}
          className="inline-flex min-h-6 min-w-6 items-center rounded-xs text-ink-3 underline-offset-2 hover:underline pointer-coarse:min-h-11"
        >
          message {seq}
        </Link>
        <span className="ms-auto text-11 text-ink-3 tabular-nums">
          {isSeen === false ? 'not seen · ' : ''}
          {formatQuantity(tokens, 'token')}
        </span>
      </p>
      <div className="min-w-0 text-13">
        <MessageBody
          name={name}
          message={message}
          calls={calls.map((call) => ({ call, result: null, state: 'apart' }))}
          redactedAt={redactedAt}
        />
      </div>
    </div>
  )
}
