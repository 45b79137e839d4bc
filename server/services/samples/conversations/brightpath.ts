import { calls, type Sample, says, user } from '../sample'

const at = (subject: string) => ({ tenant: 'brightpath', subject })
const billing = { agentName: 'billing', model: 'sample-large' }
const advisor = { agentName: 'advisor', model: 'sample-large' }

/** An insurer's members, in billing and advice. */
export const brightpathSamples: Sample[] = [
  {
    ...billing,
    threadId: 'charged-twice',
    scope: at('m-118'),
    title: 'Invoice 2281 charged twice',
    tags: { topic: 'invoice' },
    endedMinutesAgo: 130,
    pace: 7,
    runs: [
      [
        user('You took the premium for November twice.'),
        ...calls(
          'i1',
          '',
          {
            name: 'payments_list',
            args: { member: 'm-118', month: '2026-11' },
            result: [
              { id: 'p-901', amount: 84.2, at: '2026-11-02' },
              { id: 'p-917', amount: 84.2, at: '2026-11-03' },
            ],
          },
          {
            name: 'invoice_get',
            args: { number: '2281' },
            result: { number: '2281', amount: 84.2, paidBy: ['p-901', 'p-917'] },
          },
        ),
        says(
          'You are right: invoice 2281 was paid by `p-901` on the 2nd and again by `p-917` on the 3rd. Shall I reverse the second one?',
        ),
      ],
      [
        user('Yes.'),
        ...calls('i2', '', {
          name: 'payment_reverse',
          args: { id: 'p-917' },
          result: new Error('ledger is locked until 22:00'),
        }),
        says(
          'The ledger is closed for the day until 22:00, so the reversal failed. I have queued it and will confirm here.',
        ),
      ],
      [
        user('Is it done?'),
        ...calls('i3', '', {
          name: 'payment_reverse',
          args: { id: 'p-917' },
          result: { ok: true, reversal: 'rv-33', arrives: '2026-12-03' },
        }),
        says('The second charge is reversed (rv-33). The 84.20 € arrive by 3 December.'),
      ],
    ],
  },
  {
    ...advisor,
    threadId: 'travel-insurance',
    scope: at('m-300'),
    title: 'Compare three travel insurances',
    tags: { topic: 'insurance' },
    endedMinutesAgo: 75,
    pace: 9,
    runs: [
      [
        user(
          'I fly to Peru for four weeks in March, hiking up to 5,000 m. Which of your travel insurances covers that?',
        ),
        ...calls(
          'v1',
          '',
          {
            name: 'product_get',
            args: { id: 'travel-basic' },
            result: { price: 29, altitudeLimit: 3000, rescue: 5000 },
          },
          {
            name: 'product_get',
            args: { id: 'travel-plus' },
            result: { price: 48, altitudeLimit: 4500, rescue: 25000 },
          },
          {
            name: 'product_get',
            args: { id: 'travel-summit' },
            result: { price: 71, altitudeLimit: 6000, rescue: 50000 },
          },
        ),
        says(
          'Here is the table you asked for:\n\n| | Basic | Plus | Summit |\n|---|---|---|---|\n| Price, 4 weeks | 29 € | 48 € | 71 € |\n| Covered up to | 3,000 m | 4,500 m | 6,000 m |\n| Mountain rescue | 5,000 € | 25,000 € | 50,000 € |\n\nFor 5,000 m only **Summit** covers you.',
          'Altitude decides: basic 3000, plus 4500, summit 6000. Only summit fits. Do not oversell.',
        ),
      ],
      [
        user('And if I stay below 4,500?'),
        says('Then **Plus** is enough and saves you 23 €. Keep in mind that the pass above Ausangate is at 5,100 m.'),
      ],
      [
        user('Good point. Summit then. My sister comes along, same dates.'),
        says('For two on the same policy Summit is 128 € instead of 142 €. Shall I prepare it?'),
      ],
    ],
  },
  {
    ...advisor,
    threadId: 'pension-question',
    scope: at('m-412'),
    title: 'How does the pension option change with part time?',
    tags: { topic: 'pension' },
    endedMinutesAgo: 2900,
    pace: 20,
    runs: [
      [
        user('I go down to 60 % from January. What happens with my pension option?'),
        says(
          'Three things change:\n\n1. The contribution follows your salary, so it drops to 60 %.\n2. The employer’s share keeps its **rate** of 4 %.\n3. You may top up to the old amount for 24 months.\n\nDo you want the figures for your contract?',
        ),
      ],
      [
        user('Yes.'),
        ...calls('g1', '', {
          name: 'contract_figures',
          args: { member: 'm-412', share: 0.6 },
          result: { before: 310, after: 186, topUpMax: 124 },
        }),
        says('Now 310 € a month, from January 186 €. Topping up to 310 € costs you 124 € a month.'),
      ],
    ],
  },
  {
    ...billing,
    threadId: 'dunning-letter',
    scope: at('m-530'),
    title: 'Reminder although it was paid',
    tags: { topic: 'invoice', priority: 'high' },
    endedMinutesAgo: 5800,
    pace: 6,
    runs: [
      [
        user('I got a reminder for an invoice I paid two weeks ago. This is the second time!'),
        ...calls('d1', '', {
          name: 'payments_list',
          args: { member: 'm-530' },
          result: [{ id: 'p-877', amount: 61.4, reference: 'wrong reference 2190' }],
        }),
        says(
          'I am sorry, twice is twice too much. Your payment is here, but it carries the reference of another invoice, so our system did not match it. I match it by hand now.',
        ),
      ],
      [
        user('And the reminder fee?'),
        ...calls('d2', '', { name: 'fee_waive', args: { member: 'm-530', invoice: '2199' }, result: { ok: true } }),
        says('Waived, for both letters.'),
      ],
    ],
  },
]
