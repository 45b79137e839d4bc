import type { ModelMessage } from '../message'
import type { Window } from '../window-config'
import { LocalMemory, type LocalMemoryOptions } from './local-memory'
import { checkWhole } from './memory-error'
import type { SessionLog } from './session-log'

export interface SlidingWindowMemoryOptions extends LocalMemoryOptions {
  /** Tokens of what a read gives; 4,000 unless given. */
  maxTokens?: number | undefined
  /** Newest turns that are kept of a session; 50 unless given. A turn ends with an answer without tool calls (T1). */
  maxTurns?: number | undefined
}

/** Keeps the newest turns, and shows as many of their messages as the tokens allow, exchanges whole (W3). */
export class SlidingWindowMemory<TMessage extends object = ModelMessage> extends LocalMemory<TMessage> {
  readonly type = 'sliding-window'
  protected readonly window: Window
  readonly #kept: Window

  /** @throws RangeError for a limit that is not a whole number of at least 1 */
  constructor(options: SlidingWindowMemoryOptions = {}) {
    super(options)
    const { maxTokens = 4_000, maxTurns = 50 } = options
    checkWhole('maxTokens', maxTokens)
    checkWhole('maxTurns', maxTurns)
    this.window = { strategy: 'sliding-window', maxTokens, maxTurns }
    this.#kept = { strategy: 'sliding-window', maxTurns }
  }

  protected override afterWrite(session: SessionLog): void {
    this.forgetUnseen(session, this.#kept)
  }
}
