import {
  DeleteViewInput,
  DeleteViewOutput,
  ListViewsInput,
  ListViewsOutput,
  SavedViewView,
  SaveViewInput,
  UpdateViewInput,
} from '../schemas/views'
import { deleteView } from '../services/views/delete-view'
import { listViews } from '../services/views/list-views'
import { saveView } from '../services/views/save-view'
import { updateView } from '../services/views/update-view'
import { procedure, router } from './procedure'

/** Everybody who looks may keep views of their own; the services ask who may change the shared ones. */
const access = { key: null, operator: 'view' } as const

export const viewsRouter = router({
  list: procedure(access)
    .input(ListViewsInput)
    .output(ListViewsOutput)
    .query(({ ctx, input }) => listViews(ctx, input)),
  save: procedure(access)
    .input(SaveViewInput)
    .output(SavedViewView)
    .mutation(({ ctx, input }) => saveView(ctx, input)),
  update: procedure(access)
    .input(UpdateViewInput)
    .output(SavedViewView)
    .mutation(({ ctx, input }) => updateView(ctx, input)),
  delete: procedure(access)
    .input(DeleteViewInput)
    .output(DeleteViewOutput)
    .mutation(({ ctx, input }) => deleteView(ctx, input)),
})
