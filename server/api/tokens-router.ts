import { CountTokensInput, CountTokensOutput } from '../schemas/tokens'
import { countTokens } from '../services/tokens/count-tokens'
import { procedure, router } from './procedure'

export const tokensRouter = router({
  count: procedure({ key: 'read', operator: 'read' })
    .input(CountTokensInput)
    .output(CountTokensOutput)
    .query(({ input }) => countTokens(input)),
})
