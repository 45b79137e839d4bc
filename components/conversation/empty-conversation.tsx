import type { ThreadView } from '@/server/schemas/threads'
import { CodeSnippet } from '../ui/code-snippet'
import { EmptyState } from '../ui/empty-state'

/** A thread without messages: how the first ones get here. */
export function EmptyConversation({ thread }: { thread: ThreadView }) {
  const body = JSON.stringify({
    threadId: thread.threadId,
    scope: thread.scope,
    messages: [{ role: 'user', content: 'Hello' }],
  })
  const quoted = body.replaceAll("'", `'\\''`)
  const code = `curl "$LOCI_URL/api/trpc/memory.write" \\
  -H "Authorization: Bearer $LOCI_API_KEY" -H "Content-Type: application/json" \\
  -d '${quoted}'`
  return (
    <div className="overflow-auto">
      <EmptyState
        title="No messages yet"
        text="What its agent writes will stand here, each message with its tokens and whether the agent still sees it."
      >
        <CodeSnippet snippets={[{ label: 'Write the first message', code }]} />
      </EmptyState>
    </div>
  )
}
