export type { ContentPart, ModelMessage, ToolCall } from '../memory/message'
export type { Window, WindowInput } from '../memory/window-config'
export type { BufferOptions } from './buffered-memory'
export { LociError, type LociErrorCode } from './error'
export { Loci, type LociOptions } from './loci'
export type { ReadAnswer, WriteAnswer } from './memory-calls'
export type { ScopedLoci } from './scoped-loci'
export type { SubscribeInput } from './subscribe'
export type { TransportOptions } from './transport'
export type {
  EntryFacts,
  ForkInput,
  LineageMember,
  ListEntriesInput,
  ListMessagesInput,
  ListThreadsInput,
  MessageName,
  Page,
  ReadInput,
  ReadOutput,
  ScopeName,
  ScopePatternName,
  StoredMessage,
  ThreadChanges,
  ThreadFacts,
  ThreadName,
  WriteInput,
  WriteOutput,
} from './wire'
export type {
  CreateKeyInput,
  JobFacts,
  KeyFacts,
  KeyReach,
  KeyRight,
  StartExportInput,
  StartImportInput,
} from './wire-admin'
export type {
  AgentFacts,
  AgentList,
  AgentOrApp,
  AgentSettings,
  EffectiveConfiguration,
  EffectiveInput,
  EffectiveSettings,
  ImpactInput,
  ListAgentsInput,
  PreviewRow,
  PreviewWindowInput,
  ReplayedThread,
  ReplayInput,
  RestoreVersionInput,
  SettingsVersion,
  SetWindowInput,
  SummaryTrial,
  TrySummaryInput,
  WindowPreview,
} from './wire-agents'
export type { LiveThread, ThreadEvent } from './wire-live'
export type {
  FindMessagesInput,
  FoundMessages,
  GivenMessages,
  OutlineInput,
  OutlinePage,
  SearchHit,
  SearchInput,
} from './wire-search'
export type { ThreadSummaries, ThreadWindow, WindowFacts } from './wire-window'
export type { Pending, RefusedWrite } from './write-queue'
