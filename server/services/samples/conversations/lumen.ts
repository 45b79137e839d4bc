import { calls, type Sample, says, user } from '../sample'

const lumen = (subject: string) => ({ tenant: 'lumen', subject })
const support = { agentName: 'support', model: 'sample-large' }

/** A lamp shop's support desk. */
export const lumenSamples: Sample[] = [
  {
    ...support,
    threadId: 'order-5531',
    scope: lumen('u-2201'),
    title: 'Order 5531 arrived with the wrong lamp',
    tags: { topic: 'refund' },
    endedMinutesAgo: 3,
    pace: 4,
    runs: [
      [
        user('My order 5531 came today but there is a desk lamp in the box. I ordered the floor lamp.'),
        ...calls(
          'c1',
          'I am sorry about that. Let me look at the order and at our stock.',
          {
            name: 'order_get',
            args: { id: '5531' },
            result: { id: '5531', items: [{ sku: 'FL-220', quantity: 1 }], shipped: '2026-11-27', depot: 3 },
          },
          { name: 'stock_find', args: { sku: 'FL-220' }, result: { sku: 'FL-220', available: 14, depots: [1, 3] } },
        ),
        says(
          'You did order the floor lamp **FL-220**, and depot 3 packed a desk lamp. That is our mistake. The floor lamp is in stock: I can send it today and have the wrong one collected, or refund you in full. Which do you prefer?',
        ),
      ],
      [
        user('Please note I am not at home on Fridays, my neighbour at 12b takes parcels.'),
        says('Noted: on Fridays parcels and collections go to 12b.'),
      ],
      [
        user('Send the right one, and collect the other.'),
        ...calls(
          'c2',
          '',
          {
            name: 'shipment_create',
            args: { order: '5531', sku: 'FL-220', speed: 'next day' },
            result: { shipment: 'SH-40117', arrives: '2026-12-01' },
          },
          {
            name: 'pickup_schedule',
            args: { date: '2026-12-04', at: '12b' },
            result: { pickup: 'PU-88124', window: '09:00-13:00', label: 'sent by e-mail' },
          },
        ),
        says(
          'Done.\n\n- Your floor lamp arrives tomorrow, shipment `SH-40117`.\n- The desk lamp is collected on Friday between 9 and 13 at 12b, reference **PU-88124**.',
        ),
      ],
      [user('Thanks, the label printed fine.'), says('Good to hear. Enjoy the lamp.')],
    ],
  },
  {
    ...support,
    threadId: 'address-change',
    scope: lumen('u-0418'),
    title: 'Change the delivery address before Friday',
    tags: { topic: 'delivery' },
    endedMinutesAgo: 9,
    pace: 3,
    runs: [
      [
        user(
          'Hi, order 5610 goes to my old flat. Can you send it to the office instead? 44 Mill Lane, ask for reception.',
        ),
        ...calls('a1', '', {
          name: 'order_get',
          args: { id: '5610' },
          result: { id: '5610', status: 'packed', address: '7 Quay Street' },
        }),
        says(
          'It is packed but has not left yet, so this still works. Shall I change it to **44 Mill Lane, reception**?',
        ),
      ],
      [
        user('yes please'),
        ...calls('a2', '', {
          name: 'order_set_address',
          args: { id: '5610', address: '44 Mill Lane, reception' },
          result: { ok: true, label: 'reprinted' },
        }),
        says('Done. It now goes to your office, and the label is printed anew.'),
      ],
    ],
  },
  {
    ...support,
    threadId: 'sign-in-email',
    scope: lumen('u-7310'),
    title: 'Cannot sign in after the e-mail change',
    tags: { topic: 'account' },
    endedMinutesAgo: 41,
    pace: 6,
    runs: [
      [
        user('I changed my e-mail yesterday and now I cannot sign in with either one.'),
        ...calls('s1', '', {
          name: 'account_find',
          args: { email: 'mira.o@example.org' },
          result: new Error('timed out after 8000 ms'),
        }),
        says(
          'Our account service did not answer just now. I try once more.',
          'The look-up timed out. One retry is fine, then I should offer the manual way.',
        ),
      ],
      [
        user('ok'),
        ...calls('s2', '', {
          name: 'account_find',
          args: { email: 'mira.o@example.org' },
          result: { id: 'u-7310', pendingEmail: 'mira@example.com', confirmed: false },
        }),
        says(
          'I found it: the new address waits for its confirmation, and until then **neither** is active. I can send the link again.',
        ),
      ],
      [
        user('please do'),
        ...calls('s3', '', {
          name: 'account_resend_confirmation',
          args: { id: 'u-7310' },
          result: { sentTo: 'mira@example.com' },
        }),
        says(
          'Please try the new link; it is good for 24 hours. After that both the old and the new address sign you in once, to move over.',
        ),
      ],
    ],
  },
  {
    ...support,
    threadId: 'lampe-flackert',
    scope: lumen('u-3307'),
    tags: { topic: 'repair', lang: 'de' },
    endedMinutesAgo: 66,
    pace: 5,
    runs: [
      [
        user('Guten Tag, meine Stehlampe FL-220 flackert seit gestern, auch mit einem neuen Leuchtmittel.'),
        ...calls('l1', '', {
          name: 'warranty_check',
          args: { sku: 'FL-220', customer: 'u-3307' },
          result: { inWarranty: true, until: '2028-03-14' },
        }),
        says(
          'Guten Tag. Ihre Lampe hat noch bis zum **14. März 2028** Garantie. Bitte ziehen Sie den Stecker; das Flackern kommt bei diesem Modell meist vom Dimmer. Möchten Sie einen Austausch oder eine Reparatur?',
        ),
      ],
      [
        user('Austausch bitte, am liebsten ohne Wartezeit.'),
        ...calls('l2', '', {
          name: 'exchange_create',
          args: { sku: 'FL-220', advance: true },
          result: { exchange: 'EX-2291', ships: '2026-12-01' },
        }),
        says('Der Austausch ist angelegt (EX-2291). Die neue Lampe geht morgen raus, die alte nimmt der Bote mit.'),
      ],
    ],
  },
  {
    ...support,
    threadId: 'two-factor',
    scope: lumen('u-6001'),
    title: 'Reset of two factor on a shared phone',
    tags: { topic: 'account', priority: 'high' },
    endedMinutesAgo: 260,
    pace: 2,
    runs: [
      [
        user('I lost my phone and my sister has my SIM now. Can you turn off the two factor thing on my account?'),
        says(
          'I cannot switch it off from here: whoever holds the SIM could ask me the same. What I can do is start a check of your identity. Do you still have one of the ten backup codes?',
          'Account takeover risk. Policy: never disable 2FA in chat. Offer backup code or verification call.',
        ),
      ],
      [
        user('no, they were on the phone'),
        ...calls('t1', '', {
          name: 'verification_open',
          args: { account: 'u-6001', reason: 'lost second factor' },
          result: { ticket: 'VF-118', callBefore: '18:00' },
        }),
        says(
          'Then please call us before 18:00 and name ticket **VF-118**. We will verify you and set up the new phone together.',
        ),
      ],
    ],
  },
  {
    ...support,
    threadId: 'return-label',
    scope: lumen('u-5120'),
    tags: { topic: 'return' },
    endedMinutesAgo: 190,
    pace: 3,
    runs: [
      [
        user('Where is my return label?'),
        ...calls('r1', '', {
          name: 'return_get',
          args: { customer: 'u-5120' },
          result: { return: 'RT-771', label: 'https://example.com/labels/RT-771.pdf', sentAt: '2026-11-30T09:40:00Z' },
        }),
        says(
          'It is in your inbox since 9:40. If it went to spam, here it is again: [label for RT-771](https://example.com/labels/RT-771.pdf).',
        ),
      ],
      [user('found it, thx'), says('Perfect.')],
    ],
  },
  {
    ...support,
    threadId: 'unanswered-stock',
    scope: lumen('u-1188'),
    title: 'Is the reading lamp back in stock?',
    tags: { topic: 'stock' },
    endedMinutesAgo: 14,
    pace: 2,
    runs: [
      [
        user('Is the reading lamp RL-40 back in stock?'),
        ...calls('u1', 'Let me check all three depots.', {
          name: 'stock_find',
          args: { sku: 'RL-40', depots: 'all' },
          result: undefined,
        }),
      ],
    ],
  },
  {
    ...support,
    threadId: 'bulk-quote',
    scope: lumen('b-0007'),
    title: 'Quote for 120 desk lamps',
    tags: { topic: 'sales', vip: 'yes' },
    endedMinutesAgo: 1500,
    pace: 35,
    runs: [
      [
        user(
          'We furnish a new office and need 120 desk lamps DL-12, black. What can you do on the price, and when could you deliver?',
        ),
        ...calls(
          'q1',
          'I ask pricing, stock and our carrier at once.',
          {
            name: 'price_quote',
            args: { sku: 'DL-12', quantity: 120 },
            result: { unit: 41.5, list: 52, currency: 'EUR', valid: '2026-12-15' },
          },
          {
            name: 'stock_find',
            args: { sku: 'DL-12', colour: 'black' },
            result: { available: 87, nextDelivery: '2026-12-09' },
          },
          { name: 'carrier_slot', args: { pallets: 3 }, result: { first: '2026-12-11' } },
        ),
        says(
          '| | |\n|---|---|\n| Unit price | **41.50 €** instead of 52.00 € |\n| In stock | 87 now, the rest on 9 December |\n| Delivery | all 120 together on **11 December** |\n\nThe quote is good until 15 December. Shall I reserve the 87?',
        ),
      ],
      [
        user('Reserve them. Can we get the invoice split over two cost centres?'),
        ...calls('q2', '', {
          name: 'stock_reserve',
          args: { sku: 'DL-12', quantity: 87 },
          result: { reservation: 'RS-5520' },
        }),
        says(
          'Reserved (RS-5520). Yes, two invoices are fine: send me the two cost centres and how many lamps go to each.',
        ),
      ],
    ],
  },
]
