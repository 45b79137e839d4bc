export {
  DEFAULT_SESSION,
  type MemoryEntry,
  type MemoryMetadata,
  type MemoryProvider,
  type ReadOptions,
  type Tags,
  type WriteOptions,
} from '../memory/contract'
export {
  type MemoryEvents,
  type MemoryListener,
  type MemoryReadEvent,
  type MemoryWriteEvent,
  type ObservedMemory,
  withEvents,
} from '../memory/events'
export type { ContentPart, ModelMessage, ToolCall } from '../memory/message'
export { BufferMemory, type BufferMemoryOptions } from '../memory/providers/buffer'
export { CompositeMemory, type CompositeMemoryOptions, CompositeWriteError } from '../memory/providers/composite'
export type { SessionStats } from '../memory/providers/local-memory'
export { MemoryError, type MemoryErrorCode } from '../memory/providers/memory-error'
export { SlidingWindowMemory, type SlidingWindowMemoryOptions } from '../memory/providers/sliding-window'
export { SummarizingMemory, type SummarizingMemoryOptions, type SummaryState } from '../memory/providers/summarizing'
export type { SummaryFailure, SummaryModel, SummaryRequest } from '../memory/providers/summary-model'
export { VectorMemory, type VectorMemoryOptions } from '../memory/providers/vector'
export { clearStaleSessions, sessions } from '../memory/sessions'
export { ESTIMATE, type TokenCounter } from '../memory/token-estimate'
export { estimateMessagesTokens, estimateTokens, trimToTokenBudget } from '../memory/tokens'
export { LociMemory } from './loci-memory'
