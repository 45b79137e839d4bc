import type { ModelMessage } from '../message'
import type { Window } from '../window-config'
import { LocalMemory, type LocalMemoryOptions } from './local-memory'
import { checkWhole } from './memory-error'
import type { SessionLog } from './session-log'

export interface BufferMemoryOptions<TMessage extends object = ModelMessage> extends LocalMemoryOptions {
  /** Newest messages that are kept of a session; 20 unless given. */
  maxMessages?: number | undefined
  /** Tokens of messages that are kept at most; no limit unless given. */
  maxTokens?: number | undefined
  /** Sessions that are there from the beginning. */
  defaultStore?: ReadonlyMap<string, readonly TMessage[]> | undefined
}

/**
 * Keeps the newest messages. What does not fit is let go when a write is stored, never parting a tool call from its results:
 * where one exchange alone is more than the limit it stays whole (W3).
 */
export class BufferMemory<TMessage extends object = ModelMessage> extends LocalMemory<TMessage> {
  readonly type = 'buffer'
  protected readonly window: Window

  /** @throws RangeError for a limit that is not a whole number of at least 1 */
  constructor(options: BufferMemoryOptions<TMessage> = {}) {
    super(options)
    const { maxMessages = 20, maxTokens, defaultStore = [] } = options
    checkWhole('maxMessages', maxMessages)
    checkWhole('maxTokens', maxTokens)
    this.window = { strategy: 'buffer', maxMessages, maxTokens }
    for (const [sessionId, messages] of defaultStore) this.prepareWrite(messages, { sessionId })()
  }

  protected override afterWrite(session: SessionLog): void {
    this.forgetUnseen(session, this.window)
  }
}
