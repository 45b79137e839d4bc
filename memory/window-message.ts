import type { TurnMessage } from './turn'

/** A stored message as a window sees it: no text. */
export interface WindowMessage extends TurnMessage {
  /** By the installation's counter (T3). */
  readonly tokens: number
  /** The thread's total through this message (W4). */
  readonly runningTokens: number
  /** No content, tool calls aside (`isEmpty` of memory/message). */
  readonly isEmpty: boolean
  /** Pinned (W6). The messages of its exchange count as pinned too; mark those that do not directly follow. */
  readonly isPinned?: boolean
  /** Place in the list that the window is over, from 1 without a gap. Absent: the list is the thread, and it is `seq`. */
  readonly position?: number
}
