import { exampleScope } from './memory-routes'
import type { Route } from './route'

const oneThread = 'Name the thread by `threadId` (with its scope) or by `uid`, one of them.'

export const feedbackRoutes: readonly Route[] = [
  {
    operationId: 'addFeedback',
    method: 'POST',
    path: '/feedback/add',
    procedure: 'feedback.add',
    tag: 'Messages',
    summary: 'Keep what an end user said',
    description: `Of a thread, or with \`seq\` or \`messageId\` of one message of it. Reviewers see it beside the conversation. ${oneThread}`,
    errors: ['NOT_FOUND'],
    example: {
      threadId: 'order-5531',
      scope: exampleScope,
      seq: 4,
      value: 1,
      comment: 'That helped',
      source: 'widget',
    },
  },
  {
    operationId: 'listFeedback',
    method: 'POST',
    path: '/feedback/list',
    procedure: 'feedback.list',
    tag: 'Messages',
    summary: 'List what end users said of a thread',
    description: `Newest first, the last 200. ${oneThread}`,
    errors: ['NOT_FOUND'],
    example: { threadId: 'order-5531', scope: exampleScope },
  },
]
