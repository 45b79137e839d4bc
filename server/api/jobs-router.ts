import { JobReference, JobView, StartImportInput } from '../schemas/jobs'
import { startImport } from '../services/imports/start-import'
import { cancelJob, getJob } from '../services/jobs/get-job'
import { procedure, router } from './procedure'

export const importsRouter = router({
  start: procedure({ key: 'write', operator: 'act' })
    .input(StartImportInput)
    .output(JobView)
    .mutation(({ ctx, input }) => startImport(ctx, input)),
})

export const jobsRouter = router({
  get: procedure({ key: 'read', operator: 'view' })
    .input(JobReference)
    .output(JobView)
    .query(({ ctx, input }) => getJob(ctx, input)),
  cancel: procedure({ key: 'write', operator: 'act' })
    .input(JobReference)
    .output(JobView)
    .mutation(({ ctx, input }) => cancelJob(ctx, input)),
})
