import { z } from 'zod'

export const ContentPart = z.looseObject({ type: z.string().optional(), text: z.string().optional() })

export const ToolCall = z.looseObject({
  id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]),
})

const MESSAGE_ROLES = ['system', 'developer', 'user', 'assistant', 'tool'] as const

/**
 * The schema of a message; `memory/message.ts` has its type.
 *
 * Use it only to validate. Its output is a copy in another key order and without `__proto__`, so decisions are
 * made on what `JSON.parse` gave, and the stored text is the slice of the request (M2).
 */
export const ModelMessage = z
  .looseObject({
    role: z.enum(MESSAGE_ROLES),
    content: z.union([z.string(), z.array(ContentPart)]).nullish(),
    id: z.string().nullish(),
    reasoning: z.string().nullish(),
    toolCallId: z.string().nullish(),
    toolCalls: z.array(ToolCall).nullish(),
  })
  .refine((message) => message.role !== 'tool' || Boolean(message.toolCallId), {
    path: ['toolCallId'],
    error: 'a tool result names the call it answers',
  })
export type ModelMessage = z.infer<typeof ModelMessage>
