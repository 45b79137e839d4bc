import { agentsRouter } from './agents-router'
import { auditRouter } from './audit-router'
import { erasuresRouter, holdsRouter } from './erasures-router'
import { exportsRouter } from './exports-router'
import { importsRouter, jobsRouter } from './jobs-router'
import { keysRouter } from './keys-router'
import { accountRouter, membersRouter } from './members-router'
import { memoryRouter } from './memory-router'
import { messagesRouter } from './messages-router'
import { inboxRouter, notesRouter, peopleRouter } from './notes-router'
import { overviewRouter } from './overview-router'
import { router } from './procedure'
import { retentionRouter } from './retention-router'
import { feedbackRouter, queuesRouter, reasonsRouter, reviewsRouter, teamRouter } from './reviews-router'
import { samplesRouter } from './samples-router'
import { scopesRouter } from './scopes-router'
import { searchRouter } from './search-router'
import { setupRouter, viewerRouter } from './setup-router'
import { threadsRouter } from './threads-router'
import { tokensRouter } from './tokens-router'
import { viewsRouter } from './views-router'

/** All procedures, by the names of the wire (design 5). */
export const appRouter = router({
  agents: agentsRouter,
  erasures: erasuresRouter,
  audit: auditRouter,
  exports: exportsRouter,
  feedback: feedbackRouter,
  holds: holdsRouter,
  imports: importsRouter,
  inbox: inboxRouter,
  jobs: jobsRouter,
  keys: keysRouter,
  memory: memoryRouter,
  messages: messagesRouter,
  notes: notesRouter,
  overview: overviewRouter,
  people: peopleRouter,
  members: membersRouter,
  account: accountRouter,
  queues: queuesRouter,
  reasons: reasonsRouter,
  retention: retentionRouter,
  reviews: reviewsRouter,
  samples: samplesRouter,
  scopes: scopesRouter,
  search: searchRouter,
  setup: setupRouter,
  team: teamRouter,
  threads: threadsRouter,
  tokens: tokensRouter,
  viewer: viewerRouter,
  views: viewsRouter,
})

export type AppRouter = typeof appRouter
