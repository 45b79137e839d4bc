import type { Route } from './route'

export const exampleScope = { tenant: 'acme', subject: 'user-1' }

export const memoryRoutes: readonly Route[] = [
  {
    operationId: 'readMemory',
    method: 'POST',
    path: '/memory/read',
    procedure: 'memory.read',
    tag: 'Memory',
    summary: 'Read what an agent should see',
    description:
      'The messages of a session as the window of its agent shows them, oldest first, never half an exchange of tool calls and results. A session that nobody has written to is empty. Name it by `sessionId` or by `threadId`, one of them. Send the `readId` along with the write that follows: it makes that write exact, and cheap.',
    errors: ['TOO_LARGE'],
    example: { sessionId: 'order-5531', scope: exampleScope, agentName: 'support' },
  },
  {
    operationId: 'writeMemory',
    method: 'POST',
    path: '/memory/write',
    procedure: 'memory.write',
    tag: 'Memory',
    summary: 'Write what happened',
    description:
      'Send the whole list that the agent has after its run: the history that it was given, and what is new. Loci finds out what is new and stores that, so a repeated or overlapping write doubles nothing. Instructions (`system`, `developer`) are left out. With `mode: "append"` all is stored as it is. An `idempotencyKey` makes a retry safe. At most 10,000 messages and 32 MiB. CONFLICT stores nothing: read again.',
    errors: ['NOT_FOUND', 'CONFLICT'],
    example: {
      sessionId: 'order-5531',
      scope: exampleScope,
      agentName: 'support',
      messages: [
        { role: 'user', content: 'Where is my parcel?' },
        {
          role: 'assistant',
          content: null,
          toolCalls: [{ id: 'call-1', name: 'order_get', arguments: { id: '5531' } }],
        },
        { role: 'tool', toolCallId: 'call-1', content: '{"state":"on its way"}' },
        { role: 'assistant', content: 'It arrives tomorrow.' },
      ],
    },
  },
  {
    operationId: 'clearMemory',
    method: 'POST',
    path: '/memory/clear',
    procedure: 'memory.clear',
    tag: 'Memory',
    summary: 'Forget a session, or a whole scope',
    description: 'Moves one thread to the trash, or with `all: true` every thread of the scope; say one of them.',
    example: { sessionId: 'order-1', scope: exampleScope },
  },
  {
    operationId: 'listEntries',
    method: 'POST',
    path: '/memory/entries',
    procedure: 'memory.entries',
    tag: 'Memory',
    summary: 'List entries, write by write',
    description:
      'An entry is what one write stored, with its tags, run and times. Each pair of `tags` must stand among those of the entry.',
    errors: ['NOT_FOUND', 'TOO_LARGE'],
    example: { sessionId: 'order-5531', scope: exampleScope, limit: 20 },
  },
]
