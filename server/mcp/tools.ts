/** A procedure as a tool that a model may call. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly procedure: string
  /** For the model: what it does, when to use it, what comes back. */
  readonly description: string
  /** Whether a call may be repeated without a further effect. */
  readonly isIdempotent: boolean
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'memory_read',
    title: 'Read memory',
    procedure: 'memory.read',
    description:
      'Reads what was said earlier in a session: the newest messages that fit its window, oldest first. Name the session by sessionId. With query, only the messages that answer it. Keep the readId of the answer and give it to memory_write.',
    isIdempotent: true,
  },
  {
    name: 'memory_write',
    title: 'Write memory',
    procedure: 'memory.write',
    description:
      'Stores messages of a session. Send the messages that memory_read gave, followed by the new ones, and its readId: only what is new is stored, so sending it again doubles nothing. With mode "append" all of them are stored as they are. Instructions (role system or developer) are never stored.',
    isIdempotent: false,
  },
  {
    name: 'search',
    title: 'Search messages',
    procedure: 'search.messages',
    description:
      'Finds messages by words, best first, each with its thread, its number (seq) and a line of text around the match. No character of the query is an operator.',
    isIdempotent: true,
  },
  {
    name: 'threads_list',
    title: 'List threads',
    procedure: 'threads.list',
    description:
      'Lists conversations, the one with the newest message first; filter by agent, tags, words or time. nextCursor asks for the next page.',
    isIdempotent: true,
  },
  {
    name: 'thread_fork',
    title: 'Fork a thread',
    procedure: 'threads.fork',
    description:
      'Makes a new thread with the history of another one, all of it or up to a message, to try something else from there. The source stays as it is.',
    isIdempotent: false,
  },
]
