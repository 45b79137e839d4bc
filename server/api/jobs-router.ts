import { JobReference, JobView, ListJobsInput, ListJobsOutput, StartImportInput } from '../schemas/jobs'
import { startImport } from '../services/imports/start-import'
import { cancelJob, getJob } from '../services/jobs/get-job'
import { listJobs } from '../services/jobs/list-jobs'
import { retryJob } from '../services/jobs/retry-job'
import { procedure, router } from './procedure'

export const importsRouter = router({
  start: procedure({ key: 'write', operator: 'act' })
    .input(StartImportInput)
    .output(JobView)
    .mutation(({ ctx, input }) => startImport(ctx, input)),
})

export const jobsRouter = router({
  list: procedure({ key: null, operator: 'view' })
    .input(ListJobsInput)
    .output(ListJobsOutput)
    .query(({ ctx, input }) => listJobs(ctx, input)),
  retry: procedure({ key: null, operator: 'edit' })
    .input(JobReference)
    .output(JobView)
    .mutation(({ ctx, input }) => retryJob(ctx, input)),
  get: procedure({ key: 'read', operator: 'view' })
    .input(JobReference)
    .output(JobView)
    .query(({ ctx, input }) => getJob(ctx, input)),
  cancel: procedure({ key: 'write', operator: 'edit' })
    .input(JobReference)
    .output(JobView)
    .mutation(({ ctx, input }) => cancelJob(ctx, input)),
})
