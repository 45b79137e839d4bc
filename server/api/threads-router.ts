import {
  AssignMatchingInput,
  CountMatchingInput,
  CountMatchingOutput,
  DeleteMatchingInput,
  MarkMatchingInput,
  TagMatchingInput,
  UndoMatchingInput,
} from '../schemas/bulk'
import { CompareThreadsInput, CompareThreadsOutput, RepairThreadInput } from '../schemas/compare'
import { ListDuplicatesInput, ListDuplicatesOutput } from '../schemas/duplicates'
import { ThreadFacetInput, ThreadFacetOutput } from '../schemas/facets'
import { ThreadsImpactInput, ThreadsImpactOutput } from '../schemas/impact'
import { JobView } from '../schemas/jobs'
import { SummarizeThreadInput, ThreadSummariesInput, ThreadSummariesOutput } from '../schemas/summaries'
import {
  BulkTagThreadsInput,
  BulkThreadsInput,
  BulkThreadsOutput,
  CountThreadsInput,
  CountThreadsOutput,
  CreateThreadInput,
  DeleteThreadInput,
  DeleteThreadOutput,
  ForkThreadInput,
  ForkThreadOutput,
  GetThreadInput,
  ListThreadsInput,
  ListThreadsOutput,
  RestoreThreadInput,
  RevealThreadInput,
  RevealThreadOutput,
  SetThreadWindowInput,
  SetThreadWindowOutput,
  ThreadLineageInput,
  ThreadLineageOutput,
  ThreadView,
  UpdateThreadInput,
} from '../schemas/threads'
import { assignMatching, markMatching } from '../services/reviews/review-matching'
import { startSummary } from '../services/summaries/start-summary'
import { threadSummaries } from '../services/summaries/thread-summaries'
import { bulkDeleteThreads } from '../services/threads/bulk-delete-threads'
import { bulkRestoreThreads } from '../services/threads/bulk-restore-threads'
import { bulkTagThreads } from '../services/threads/bulk-tag-threads'
import { compareThreads } from '../services/threads/compare-threads'
import { countMatching } from '../services/threads/count-matching'
import { countThreads } from '../services/threads/count-threads'
import { createThread } from '../services/threads/create-thread'
import { deleteMatching } from '../services/threads/delete-matching'
import { deleteThread } from '../services/threads/delete-thread'
import { findDuplicates } from '../services/threads/find-duplicates'
import { forkThread } from '../services/threads/fork-thread'
import { getThread } from '../services/threads/get-thread'
import { listDuplicates } from '../services/threads/list-duplicates'
import { listThreads } from '../services/threads/list-threads'
import { repairThread } from '../services/threads/repair-thread'
import { restoreThread } from '../services/threads/restore-thread'
import { revealThread } from '../services/threads/reveal-thread'
import { setThreadWindow } from '../services/threads/set-thread-window'
import { tagMatching } from '../services/threads/tag-matching'
import { threadFacet } from '../services/threads/thread-facet'
import { threadLineage } from '../services/threads/thread-lineage'
import { threadsImpact } from '../services/threads/threads-impact'
import { undoMatching } from '../services/threads/undo-matching'
import { updateThread } from '../services/threads/update-thread'
import { procedure, router } from './procedure'

export const threadsRouter = router({
  list: procedure({ key: 'read', operator: 'view' })
    .input(ListThreadsInput)
    .output(ListThreadsOutput)
    .query(({ ctx, input }) => listThreads(ctx, input)),
  count: procedure({ key: 'read', operator: 'view' })
    .input(CountThreadsInput)
    .output(CountThreadsOutput)
    .query(({ ctx, input }) => countThreads(ctx, input)),
  get: procedure({ key: 'read', operator: 'view', ifRevealed: true })
    .input(GetThreadInput)
    .output(ThreadView)
    .query(({ ctx, input }) => getThread(ctx, input)),
  reveal: procedure({ key: null, operator: 'reveal' })
    .input(RevealThreadInput)
    .output(RevealThreadOutput)
    .mutation(({ ctx, input }) => revealThread(ctx, input)),
  create: procedure({ key: 'write', operator: 'edit' })
    .input(CreateThreadInput)
    .output(ThreadView)
    .mutation(({ ctx, input }) => createThread(ctx, input)),
  setWindow: procedure({ key: 'admin', operator: 'configure' })
    .input(SetThreadWindowInput)
    .output(SetThreadWindowOutput)
    .mutation(({ ctx, input }) => setThreadWindow(ctx, input)),
  update: procedure({ key: 'write', operator: 'edit' })
    .input(UpdateThreadInput)
    .output(ThreadView)
    .mutation(({ ctx, input }) => updateThread(ctx, input)),
  fork: procedure({ key: 'write', operator: 'act' })
    .input(ForkThreadInput)
    .output(ForkThreadOutput)
    .mutation(({ ctx, input }) => forkThread(ctx, input)),
  lineage: procedure({ key: 'read', operator: 'view' })
    .input(ThreadLineageInput)
    .output(ThreadLineageOutput)
    .query(({ ctx, input }) => threadLineage(ctx, input)),
  delete: procedure({ key: 'delete', operator: 'act' })
    .input(DeleteThreadInput)
    .output(DeleteThreadOutput)
    .mutation(({ ctx, input }) => deleteThread(ctx, input)),
  restore: procedure({ key: 'delete', operator: 'act' })
    .input(RestoreThreadInput)
    .output(ThreadView)
    .mutation(({ ctx, input }) => restoreThread(ctx, input)),
  compare: procedure({ key: null, operator: 'read' })
    .input(CompareThreadsInput)
    .output(CompareThreadsOutput)
    .query(({ ctx, input }) => compareThreads(ctx, input)),
  findDuplicates: procedure({ key: null, operator: 'act' })
    .input(CountMatchingInput)
    .output(JobView)
    .mutation(({ ctx, input }) => findDuplicates(ctx, input)),
  duplicates: procedure({ key: null, operator: 'read' })
    .input(ListDuplicatesInput)
    .output(ListDuplicatesOutput)
    .query(({ ctx, input }) => listDuplicates(ctx, input)),
  repair: procedure({ key: null, operator: 'act' })
    .input(RepairThreadInput)
    .output(ForkThreadOutput)
    .mutation(({ ctx, input }) => repairThread(ctx, input)),
  impact: procedure({ key: null, operator: 'view' })
    .input(ThreadsImpactInput)
    .output(ThreadsImpactOutput)
    .query(({ ctx, input }) => threadsImpact(ctx, input)),
  summaries: procedure({ key: 'read', operator: 'read', ifRevealed: true })
    .input(ThreadSummariesInput)
    .output(ThreadSummariesOutput)
    .query(({ ctx, input }) => threadSummaries(ctx, input)),
  summarize: procedure({ key: 'write', operator: 'edit' })
    .input(SummarizeThreadInput)
    .output(JobView)
    .mutation(({ ctx, input }) => startSummary(ctx, input)),
  bulkTag: procedure({ key: null, operator: 'edit' })
    .input(BulkTagThreadsInput)
    .output(BulkThreadsOutput)
    .mutation(({ ctx, input }) => bulkTagThreads(ctx, input)),
  bulkDelete: procedure({ key: null, operator: 'act' })
    .input(BulkThreadsInput)
    .output(BulkThreadsOutput)
    .mutation(({ ctx, input }) => bulkDeleteThreads(ctx, input)),
  bulkRestore: procedure({ key: null, operator: 'act' })
    .input(BulkThreadsInput)
    .output(BulkThreadsOutput)
    .mutation(({ ctx, input }) => bulkRestoreThreads(ctx, input)),
  facet: procedure({ key: null, operator: 'view' })
    .input(ThreadFacetInput)
    .output(ThreadFacetOutput)
    .query(({ ctx, input }) => threadFacet(ctx, input)),
  countMatching: procedure({ key: null, operator: 'view' })
    .input(CountMatchingInput)
    .output(CountMatchingOutput)
    .query(({ ctx, input }) => countMatching(ctx, input)),
  tagMatching: procedure({ key: null, operator: 'edit' })
    .input(TagMatchingInput)
    .output(JobView)
    .mutation(({ ctx, input }) => tagMatching(ctx, input)),
  deleteMatching: procedure({ key: null, operator: 'act' })
    .input(DeleteMatchingInput)
    .output(JobView)
    .mutation(({ ctx, input }) => deleteMatching(ctx, input)),
  assignMatching: procedure({ key: null, operator: 'edit' })
    .input(AssignMatchingInput)
    .output(JobView)
    .mutation(({ ctx, input }) => assignMatching(ctx, input)),
  markMatching: procedure({ key: null, operator: 'edit' })
    .input(MarkMatchingInput)
    .output(JobView)
    .mutation(({ ctx, input }) => markMatching(ctx, input)),
  undoMatching: procedure({ key: null, operator: 'edit' })
    .input(UndoMatchingInput)
    .output(JobView)
    .mutation(({ ctx, input }) => undoMatching(ctx, input)),
})
