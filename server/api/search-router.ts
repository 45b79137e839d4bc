import { SearchMessagesInput, SearchMessagesOutput } from '../schemas/search'
import { searchMessages } from '../services/search/search-messages'
import { procedure, router } from './procedure'

export const searchRouter = router({
  messages: procedure({ key: 'read', operator: 'read', opensFound: true })
    .input(SearchMessagesInput)
    .output(SearchMessagesOutput)
    .query(({ ctx, input }) => searchMessages(ctx, input)),
})
