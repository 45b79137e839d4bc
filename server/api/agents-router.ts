import {
  ImpactInput,
  PreviewWindowInput,
  PreviewWindowOutput,
  ReplayInput,
  ReplayOutput,
  RestoreVersionInput,
  TrySummaryInput,
  TrySummaryOutput,
} from '../schemas/agent-preview'
import {
  GetAgentInput,
  GetAgentOutput,
  ListAgentsInput,
  ListAgentsOutput,
  SetWindowInput,
  SetWindowOutput,
} from '../schemas/agents'
import { EffectiveInput, EffectiveOutput } from '../schemas/effective'
import { JobView } from '../schemas/jobs'
import { effectiveConfig } from '../services/agents/effective-config'
import { getAgent } from '../services/agents/get-agent'
import { impactOfWindow } from '../services/agents/impact-of-window'
import { listAgents } from '../services/agents/list-agents'
import { previewWindow } from '../services/agents/preview-window'
import { replayReads } from '../services/agents/replay-reads'
import { restoreVersion } from '../services/agents/restore-version'
import { setWindow } from '../services/agents/set-window'
import { trySummary } from '../services/agents/try-summary'
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
  effective: procedure({ key: 'admin', operator: 'view' })
    .input(EffectiveInput)
    .output(EffectiveOutput)
    .query(({ ctx, input }) => effectiveConfig(ctx, input)),
  setWindow: procedure({ key: 'admin', operator: 'configure' })
    .input(SetWindowInput)
    .output(SetWindowOutput)
    .mutation(({ ctx, input }) => setWindow(ctx, input)),
  restoreVersion: procedure({ key: 'admin', operator: 'configure' })
    .input(RestoreVersionInput)
    .output(SetWindowOutput)
    .mutation(({ ctx, input }) => restoreVersion(ctx, input)),
  preview: procedure({ key: 'admin', operator: 'read', opensFound: true })
    .input(PreviewWindowInput)
    .output(PreviewWindowOutput)
    .query(({ ctx, input }) => previewWindow(ctx, input)),
  trySummary: procedure({ key: 'admin', operator: 'configure' })
    .input(TrySummaryInput)
    .output(TrySummaryOutput)
    .mutation(({ ctx, input }) => trySummary(ctx, input)),
  impact: procedure({ key: 'admin', operator: 'configure' })
    .input(ImpactInput)
    .output(JobView)
    .mutation(({ ctx, input }) => impactOfWindow(ctx, input)),
  replay: procedure({ key: 'admin', operator: 'read' })
    .input(ReplayInput)
    .output(ReplayOutput)
    .query(({ ctx, input }) => replayReads(ctx, input)),
})
