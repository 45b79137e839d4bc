import { z } from 'zod'
import { ContentPart, ModelMessage, ToolCall } from '../../memory/message-schema'
import { ScopeInput, ScopePattern } from '../../memory/scope-schema'
import { Window } from '../../memory/window-schema'
import * as preview from '../schemas/agent-preview'
import * as agents from '../schemas/agents'
import * as effective from '../schemas/effective'
import * as exports from '../schemas/exports'
import * as feedback from '../schemas/feedback'
import { JsonValue, Metadata, PassedMessage, PassedObject, ScopeView, Tags } from '../schemas/fields'
import * as jobs from '../schemas/jobs'
import * as keys from '../schemas/keys'
import * as memory from '../schemas/memory'
import * as messages from '../schemas/messages'
import { ReviewFacts, ReviewPerson } from '../schemas/review-facts'
import * as search from '../schemas/search'
import * as summaries from '../schemas/summaries'
import * as threads from '../schemas/threads'
import * as tokens from '../schemas/tokens'

type Named = Record<string, z.ZodType>

/** Schemas that read the same in a request and in an answer. `Message` in answers is the text that was sent (M2). */
const both: Named = { Tags, JsonValue, ContentPart, ToolCall, KeyReach: keys.KeyReach, KeyRight: keys.KeyRight }

const requests: Named = {
  ...both,
  Message: ModelMessage,
  Metadata,
  Scope: ScopeInput,
  ScopePattern,
  Window,
  RunFacts: memory.RunFacts,
  ReadMemoryInput: memory.ReadMemoryInput,
  WriteMemoryInput: memory.WriteMemoryInput,
  ClearMemoryInput: memory.ClearMemoryInput,
  ListEntriesInput: memory.ListEntriesInput,
  ThreadSort: threads.ThreadSort,
  ListThreadsInput: threads.ListThreadsInput,
  CountThreadsInput: threads.CountThreadsInput,
  GetThreadInput: threads.GetThreadInput,
  CreateThreadInput: threads.CreateThreadInput,
  UpdateThreadInput: threads.UpdateThreadInput,
  SetThreadWindowInput: threads.SetThreadWindowInput,
  ForkThreadInput: threads.ForkThreadInput,
  ThreadLineageInput: threads.ThreadLineageInput,
  DeleteThreadInput: threads.DeleteThreadInput,
  RestoreThreadInput: threads.RestoreThreadInput,
  ThreadSummariesInput: summaries.ThreadSummariesInput,
  SummarizeThreadInput: summaries.SummarizeThreadInput,
  ListMessagesInput: messages.ListMessagesInput,
  MessageTextInput: messages.MessageTextInput,
  GivenMessagesInput: messages.GivenMessagesInput,
  FindMessagesInput: messages.FindMessagesInput,
  OutlineThreadInput: messages.OutlineThreadInput,
  AppendMessagesInput: messages.AppendMessagesInput,
  PinMessageInput: messages.PinMessageInput,
  RedactMessageInput: messages.RedactMessageInput,
  WindowOfThreadInput: messages.WindowOfThreadInput,
  AddFeedbackInput: feedback.AddFeedbackInput,
  ListFeedbackInput: feedback.ListFeedbackInput,
  SearchMessagesInput: search.SearchMessagesInput,
  ListAgentsInput: agents.ListAgentsInput,
  GetAgentInput: agents.GetAgentInput,
  EffectiveInput: effective.EffectiveInput,
  SetWindowInput: agents.SetWindowInput,
  RestoreVersionInput: preview.RestoreVersionInput,
  PreviewWindowInput: preview.PreviewWindowInput,
  TrySummaryInput: preview.TrySummaryInput,
  ImpactInput: preview.ImpactInput,
  ReplayInput: preview.ReplayInput,
  CreateKeyInput: keys.CreateKeyInput,
  RevokeKeyInput: keys.RevokeKeyInput,
  StartImportInput: jobs.StartImportInput,
  StartExportInput: exports.StartExportInput,
  JobReference: jobs.JobReference,
  CountTokensInput: tokens.CountTokensInput,
}

const answers: Named = {
  ...both,
  Message: PassedMessage,
  JsonObject: PassedObject,
  ScopeView,
  ResolvedWindow: Window,
  WindowView: memory.WindowView,
  WrittenThread: memory.WrittenThread,
  WriteConflict: memory.WriteConflict,
  ReadMemoryOutput: memory.ReadMemoryOutput,
  WriteMemoryOutput: memory.WriteMemoryOutput,
  ClearMemoryOutput: memory.ClearMemoryOutput,
  Entry: memory.EntryView,
  ListEntriesOutput: memory.ListEntriesOutput,
  SeenView: threads.SeenView,
  Thread: threads.ThreadView,
  ListThreadsOutput: threads.ListThreadsOutput,
  CountThreadsOutput: threads.CountThreadsOutput,
  ForkThreadOutput: threads.ForkThreadOutput,
  LineageNode: threads.LineageNode,
  ThreadLineageOutput: threads.ThreadLineageOutput,
  DeleteThreadOutput: threads.DeleteThreadOutput,
  SetThreadWindowOutput: threads.SetThreadWindowOutput,
  Summary: summaries.SummaryView,
  SummaryState: summaries.SummaryStateView,
  ThreadSummariesOutput: summaries.ThreadSummariesOutput,
  StoredMessage: messages.MessageView,
  ListMessagesOutput: messages.ListMessagesOutput,
  MessageTextOutput: messages.MessageTextOutput,
  GivenMessagesOutput: messages.GivenMessagesOutput,
  FindMessagesOutput: messages.FindMessagesOutput,
  OutlineThreadOutput: messages.OutlineThreadOutput,
  PinMessageOutput: messages.PinMessageOutput,
  RedactMessageOutput: messages.RedactMessageOutput,
  WindowOfThreadOutput: messages.WindowOfThreadOutput,
  Person: ReviewPerson,
  Review: ReviewFacts,
  Feedback: feedback.FeedbackView,
  ListFeedbackOutput: feedback.ListFeedbackOutput,
  SearchHit: search.SearchHit,
  SearchMessagesOutput: search.SearchMessagesOutput,
  Agent: agents.AgentView,
  ConfigVersion: agents.ConfigVersionView,
  EffectiveConfig: agents.EffectiveConfig,
  ListAgentsOutput: agents.ListAgentsOutput,
  GetAgentOutput: agents.GetAgentOutput,
  EffectiveOutput: effective.EffectiveOutput,
  SetWindowOutput: agents.SetWindowOutput,
  PreviewThread: preview.PreviewThread,
  PreviewWindowOutput: preview.PreviewWindowOutput,
  TrySummaryOutput: preview.TrySummaryOutput,
  ReplayedRead: preview.ReplayedRead,
  ReplayOutput: preview.ReplayOutput,
  Key: keys.KeyView,
  CreateKeyOutput: keys.CreateKeyOutput,
  ListKeysOutput: keys.ListKeysOutput,
  Job: jobs.JobView,
  CountTokensOutput: tokens.CountTokensOutput,
}

export type Direction = 'input' | 'output'

const named = { input: requests, output: answers } as const
const names = {
  input: new Map(Object.entries(requests).map(([name, schema]) => [schema, name])),
  output: new Map(Object.entries(answers).map(([name, schema]) => [schema, name])),
}

/** The name under which a schema stands among the document's components; undefined for one that has none. */
export function componentName(schema: z.ZodType, direction: Direction): string | undefined {
  return names[direction].get(schema)
}

/** All named schemas of one direction, as zod writes several that refer to each other. */
export function componentRegistry(direction: Direction) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named[direction])) registry.add(schema, { id })
  return registry
}
