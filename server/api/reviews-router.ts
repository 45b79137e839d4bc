import { AddFeedbackInput, FeedbackView, ListFeedbackInput, ListFeedbackOutput } from '../schemas/feedback'
import {
  AssignReviewsInput,
  CreateQueueInput,
  DeleteQueueOutput,
  ListQueuesOutput,
  MarkReviewsInput,
  NextReviewInput,
  NextReviewOutput,
  QueueChanged,
  QueueReference,
  ReleaseReviewInput,
  ReleaseReviewOutput,
  ReviewHistoryOutput,
  ReviewReasons,
  ReviewReference,
  ReviewView,
  SetReasonsInput,
  SetReviewInput,
  UpdateQueueInput,
} from '../schemas/reviews'
import { TeamFiguresInput, TeamFiguresOutput } from '../schemas/team'
import { BulkThreadsOutput } from '../schemas/threads'
import { addFeedback, listFeedback } from '../services/feedback/add-feedback'
import { listQueues } from '../services/queues/list-queues'
import { listReasons, setReasons } from '../services/queues/reasons'
import { createQueue, deleteQueue, updateQueue } from '../services/queues/save-queue'
import { assignSelected, markSelected, release } from '../services/reviews/mark-reviews'
import { nextReview } from '../services/reviews/next-review'
import { getReview, reviewHistory, setReview } from '../services/reviews/set-review'
import { teamFigures } from '../services/team/team-figures'
import { procedure, router } from './procedure'

const look = { key: null, operator: 'view' } as const
const review = { key: null, operator: 'edit' } as const
const lead = { key: null, operator: 'act' } as const

export const reviewsRouter = router({
  get: procedure(look)
    .input(ReviewReference)
    .output(ReviewView)
    .query(({ ctx, input }) => getReview(ctx, input)),
  history: procedure(look)
    .input(ReviewReference)
    .output(ReviewHistoryOutput)
    .query(({ ctx, input }) => reviewHistory(ctx, input)),
  set: procedure(review)
    .input(SetReviewInput)
    .output(ReviewView)
    .mutation(({ ctx, input }) => setReview(ctx, input)),
  next: procedure(review)
    .input(NextReviewInput)
    .output(NextReviewOutput)
    .mutation(({ ctx, input }) => nextReview(ctx, input)),
  release: procedure(review)
    .input(ReleaseReviewInput)
    .output(ReleaseReviewOutput)
    .mutation(({ ctx, input }) => release(ctx, input)),
  assign: procedure(review)
    .input(AssignReviewsInput)
    .output(BulkThreadsOutput)
    .mutation(({ ctx, input }) => assignSelected(ctx, input)),
  mark: procedure(review)
    .input(MarkReviewsInput)
    .output(BulkThreadsOutput)
    .mutation(({ ctx, input }) => markSelected(ctx, input)),
})

export const queuesRouter = router({
  list: procedure(look)
    .output(ListQueuesOutput)
    .query(({ ctx }) => listQueues(ctx)),
  create: procedure(lead)
    .input(CreateQueueInput)
    .output(QueueChanged)
    .mutation(({ ctx, input }) => createQueue(ctx, input)),
  update: procedure(lead)
    .input(UpdateQueueInput)
    .output(QueueChanged)
    .mutation(({ ctx, input }) => updateQueue(ctx, input)),
  delete: procedure(lead)
    .input(QueueReference)
    .output(DeleteQueueOutput)
    .mutation(({ ctx, input }) => deleteQueue(ctx, input)),
})

export const reasonsRouter = router({
  list: procedure(look)
    .output(ReviewReasons)
    .query(({ ctx }) => listReasons(ctx)),
  set: procedure(lead)
    .input(SetReasonsInput)
    .output(ReviewReasons)
    .mutation(({ ctx, input }) => setReasons(ctx, input)),
})

export const feedbackRouter = router({
  add: procedure({ key: 'write', operator: 'edit' })
    .input(AddFeedbackInput)
    .output(FeedbackView)
    .mutation(({ ctx, input }) => addFeedback(ctx, input)),
  list: procedure({ key: 'read', operator: 'read', ifRevealed: true })
    .input(ListFeedbackInput)
    .output(ListFeedbackOutput)
    .query(({ ctx, input }) => listFeedback(ctx, input)),
})

export const teamRouter = router({
  figures: procedure(lead)
    .input(TeamFiguresInput)
    .output(TeamFiguresOutput)
    .query(({ ctx, input }) => teamFigures(ctx, input)),
})
