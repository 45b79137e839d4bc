import { StartExportInput } from '../schemas/exports'
import { JobView } from '../schemas/jobs'
import { EXPORT_ACCESS, startExport } from '../services/exports/start-export'
import { procedure, router } from './procedure'

export const exportsRouter = router({
  start: procedure(EXPORT_ACCESS)
    .input(StartExportInput)
    .output(JobView)
    .mutation(({ ctx, input }) => startExport(ctx, input)),
})
