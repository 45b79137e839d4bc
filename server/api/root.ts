import { agentsRouter } from './agents-router'
import { exportsRouter } from './exports-router'
import { importsRouter, jobsRouter } from './jobs-router'
import { keysRouter } from './keys-router'
import { memoryRouter } from './memory-router'
import { messagesRouter } from './messages-router'
import { overviewRouter } from './overview-router'
import { router } from './procedure'
import { samplesRouter } from './samples-router'
import { scopesRouter } from './scopes-router'
import { searchRouter } from './search-router'
import { setupRouter, viewerRouter } from './setup-router'
import { threadsRouter } from './threads-router'

/** All procedures, by the names of the wire (design 5). */
export const appRouter = router({
  agents: agentsRouter,
  exports: exportsRouter,
  imports: importsRouter,
  jobs: jobsRouter,
  keys: keysRouter,
  memory: memoryRouter,
  messages: messagesRouter,
  overview: overviewRouter,
  samples: samplesRouter,
  scopes: scopesRouter,
  search: searchRouter,
  setup: setupRouter,
  threads: threadsRouter,
  viewer: viewerRouter,
})

export type AppRouter = typeof appRouter
