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
  ThreadLineageInput,
  ThreadLineageOutput,
  ThreadView,
  UpdateThreadInput,
} from '../schemas/threads'
import { startSummary } from '../services/summaries/start-summary'
import { threadSummaries } from '../services/summaries/thread-summaries'
import { bulkDeleteThreads } from '../services/threads/bulk-delete-threads'
import { bulkRestoreThreads } from '../services/threads/bulk-restore-threads'
import { bulkTagThreads } from '../services/threads/bulk-tag-threads'
import { countThreads } from '../services/threads/count-threads'
import { createThread } from '../services/threads/create-thread'
import { deleteThread } from '../services/threads/delete-thread'
import { forkThread } from '../services/threads/fork-thread'
import { getThread } from '../services/threads/get-thread'
import { listThreads } from '../services/threads/list-threads'
import { restoreThread } from '../services/threads/restore-thread'
import { threadLineage } from '../services/threads/thread-lineage'
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
  get: procedure({ key: 'read', operator: 'view' })
    .input(GetThreadInput)
    .output(ThreadView)
    .query(({ ctx, input }) => getThread(ctx, input)),
  create: procedure({ key: 'write', operator: 'edit' })
    .input(CreateThreadInput)
    .output(ThreadView)
    .mutation(({ ctx, input }) => createThread(ctx, input)),
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
  summaries: procedure({ key: 'read', operator: 'view' })
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
})
