import { calls, type SampleFork, says, user } from '../sample'

/** What if: other endings of sample conversations. */
export const sampleForks: SampleFork[] = [
  {
    threadId: 'order-5531-voucher',
    fromThreadId: 'order-5531',
    scope: { tenant: 'lumen', subject: 'u-2201' },
    agentName: 'support',
    title: 'Order 5531: what if we offer a voucher?',
    tags: { topic: 'refund', trial: 'voucher' },
    keepRuns: 2,
    endedMinutesAgo: 36,
    pace: 4,
    runs: [
      [
        user('And what do I get for the trouble?'),
        ...calls('x1', '', {
          name: 'voucher_create',
          args: { customer: 'u-2201', amount: 15 },
          result: { code: 'SORRY-15', valid: '2027-05-31' },
        }),
        says(
          'Fair question. Here is a voucher over 15 € for your next order: **SORRY-15**, good until the end of May.',
        ),
      ],
    ],
  },
  {
    threadId: 'order-5531-voucher-refused',
    fromThreadId: 'order-5531-voucher',
    scope: { tenant: 'lumen', subject: 'u-2201' },
    agentName: 'support',
    title: 'Order 5531: and if the customer declines',
    tags: { topic: 'refund', trial: 'voucher' },
    keepRuns: 2,
    endedMinutesAgo: 30,
    pace: 4,
    runs: [[user('No voucher please, just refund me.'), says('Understood. I refund the order in full today.')]],
  },
  {
    threadId: 'travel-insurance-short',
    fromThreadId: 'travel-insurance',
    scope: { tenant: 'brightpath', subject: 'm-300' },
    agentName: 'advisor',
    title: 'Travel insurance: a shorter first answer',
    tags: { topic: 'insurance', trial: 'short answers' },
    keepRuns: 1,
    endedMinutesAgo: 61,
    pace: 4,
    runs: [[user('In one sentence please.'), says('Only **Summit** (71 €) covers hiking at 5,000 m.')]],
  },
]
