import { z } from 'zod'
import { ModelMessage } from '../../memory/message-schema'
import { MESSAGE_LIMIT } from './memory'

export const CountTokensInput = z
  .strictObject({ text: z.string().optional(), messages: z.array(ModelMessage).max(MESSAGE_LIMIT).optional() })
  .refine((input) => (input.text === undefined) !== (input.messages === undefined), {
    message: 'Give text or messages, one of them.',
  })

/** T3: `counter` names what counted. Messages cost 4 tokens each besides what they say; system messages count as others. */
export const CountTokensOutput = z.object({ tokens: z.int(), counter: z.string() })
