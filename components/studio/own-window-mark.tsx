/** Wherever a thread stands: it has a window of its own, so that its agent's does not reach it (W2). */
export function OwnWindowMark({ isOwn }: { isOwn: boolean }) {
  if (!isOwn) return null
  return (
    <span
      title="This thread has a window of its own: the agent’s does not reach it"
      className="shrink-0 rounded-sm border border-line px-1 text-11/4 text-ink-2 whitespace-nowrap"
    >
      own window
    </span>
  )
}
