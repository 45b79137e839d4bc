import {
  ErasureImpact,
  ErasureImpactInput,
  ListReceiptsInput,
  ListReceiptsOutput,
  StartErasureInput,
} from '../schemas/erasures'
import { HoldView, LiftHoldInput, ListHoldsOutput, PlaceHoldInput, StandingHoldsInput } from '../schemas/holds'
import { JobView } from '../schemas/jobs'
import { erasureImpact } from '../services/erasures/erasure-impact'
import { listReceipts } from '../services/erasures/list-receipts'
import { startErasure } from '../services/erasures/start-erasure'
import { liftHold } from '../services/holds/lift-hold'
import { listHolds, standingHolds } from '../services/holds/list-holds'
import { placeHold } from '../services/holds/place-hold'
import { procedure, router } from './procedure'

/** What is destroyed for good, and what may not be, is decided by people who manage the installation. */
const access = { key: null, operator: 'manage' } as const

export const erasuresRouter = router({
  impact: procedure(access)
    .input(ErasureImpactInput)
    .output(ErasureImpact)
    .query(({ ctx, input }) => erasureImpact(ctx, input)),
  start: procedure(access)
    .input(StartErasureInput)
    .output(JobView)
    .mutation(({ ctx, input }) => startErasure(ctx, input)),
  receipts: procedure(access)
    .input(ListReceiptsInput)
    .output(ListReceiptsOutput)
    .query(({ ctx, input }) => listReceipts(ctx, input)),
})

export const holdsRouter = router({
  list: procedure(access)
    .output(ListHoldsOutput)
    .query(({ ctx }) => listHolds(ctx)),
  standing: procedure({ key: null, operator: 'view' })
    .input(StandingHoldsInput)
    .output(ListHoldsOutput)
    .query(({ ctx, input }) => standingHolds(ctx, input)),
  place: procedure(access)
    .input(PlaceHoldInput)
    .output(HoldView)
    .mutation(({ ctx, input }) => placeHold(ctx, input)),
  lift: procedure(access)
    .input(LiftHoldInput)
    .output(HoldView)
    .mutation(({ ctx, input }) => liftHold(ctx, input)),
})
