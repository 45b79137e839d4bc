import {
  GetAgentInput,
  GetAgentOutput,
  ListAgentsInput,
  ListAgentsOutput,
  SetWindowInput,
  SetWindowOutput,
} from '../schemas/agents'
import { getAgent } from '../services/agents/get-agent'
import { listAgents } from '../services/agents/list-agents'
import { setWindow } from '../services/agents/set-window'
import { procedure, router } from './procedure'

export const agentsRouter = router({
  list: procedure({ key: 'admin', operator: 'view' })
    .input(ListAgentsInput)
    .output(ListAgentsOutput)
    .query(({ ctx, input }) => listAgents(ctx, input)),
  get: procedure({ key: 'admin', operator: 'view' })
    .input(GetAgentInput)
    .output(GetAgentOutput)
    .query(({ ctx, input }) => getAgent(ctx, input)),
  setWindow: procedure({ key: 'admin', operator: 'configure' })
    .input(SetWindowInput)
    .output(SetWindowOutput)
    .mutation(({ ctx, input }) => setWindow(ctx, input)),
})
