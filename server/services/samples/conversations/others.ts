import { calls, type Sample, says, user } from '../sample'

const at = (tenant: string, subject: string) => ({ tenant, subject })
const billing = { agentName: 'billing', model: 'sample-large' }
const advisor = { agentName: 'advisor', model: 'sample-large' }

/** An insurer, a ticket office and a grocer: other tenants, other agents, other languages. */
export const otherSamples: Sample[] = [
  {
    ...billing,
    threadId: 'fapiao-title',
    scope: at('orchard', 'c-77'),
    tags: { topic: 'invoice', lang: 'zh' },
    endedMinutesAgo: 12,
    pace: 4,
    runs: [
      [user('请问发票可以改抬头吗？'), says('可以。请提供新的公司名称和税号。')],
      [
        user('公司：晨光果业有限公司，税号 91310000MA1K35XX5T'),
        ...calls('f1', '', {
          name: 'invoice_retitle',
          args: { invoice: '2281', title: '晨光果业有限公司', taxId: '91310000MA1K35XX5T' },
          result: { ok: true, newNumber: '2281-B' },
        }),
        says('已经改好。新发票号是 **2281-B**，电子版已发到您的邮箱。'),
      ],
    ],
  },
  {
    ...billing,
    threadId: 'charged-twice',
    scope: at('brightpath', 'm-118'),
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
    scope: at('brightpath', 'm-300'),
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
    threadId: 'trip-toddler',
    scope: at('stagehouse', 'g-0042'),
    title: 'Plan a 9 day trip for two with a toddler',
    tags: {},
    endedMinutesAgo: 150,
    pace: 12,
    runs: [
      [
        user('Two adults and a toddler, nine days, we like lakes and short drives. Start and end in Milan, May.'),
        says(
          'A loop with no drive over 90 minutes:\n\n1. Milan, one night\n2. Lake Orta, three nights\n3. Lake Maggiore, two nights\n4. Bergamo, two nights\n5. Milan\n\nShall I look for places with a cot and a kitchen?',
        ),
      ],
      [
        user('Yes, up to 140 a night.'),
        ...calls(
          'p1',
          '',
          {
            name: 'stay_search',
            args: { place: 'Lake Orta', nights: 3, cot: true, max: 140 },
            result: [
              { name: 'Casa Motta', price: 118 },
              { name: 'La Darbia', price: 139 },
            ],
          },
          { name: 'stay_search', args: { place: 'Stresa', nights: 2, cot: true, max: 140 }, result: [] },
          {
            name: 'stay_search',
            args: { place: 'Bergamo', nights: 2, cot: true, max: 140 },
            result: [{ name: 'Le Funi', price: 124 }],
          },
        ),
        says(
          'Orta: **Casa Motta** (118 €). Bergamo: **Le Funi** (124 €). In Stresa nothing fits; across the lake in Laveno there may be more. Shall I try?',
        ),
      ],
      [
        user('Rather make Orta five nights and leave Maggiore out. Day 4 at the beach please.'),
        says(
          'Day 4 is now at the lake: the beach of Pella is shallow and has shade until noon. Orta five nights, then Bergamo.',
        ),
      ],
    ],
  },
  {
    ...advisor,
    agentName: 'support',
    threadId: 'concert-refund',
    scope: at('stagehouse', 'g-1129'),
    title: 'Refund for two concert tickets',
    tags: { topic: 'refund', vip: 'yes' },
    endedMinutesAgo: 28,
    pace: 3,
    runs: [
      [
        user('The concert on 12 December was moved to January. I cannot come then. Two tickets, booking SH-77120.'),
        ...calls('k1', '', {
          name: 'booking_get',
          args: { id: 'SH-77120' },
          result: { id: 'SH-77120', seats: ['B12', 'B13'], paid: 178, moved: true },
        }),
        says('The event was moved, so you may return them. It is 178 € for seats B12 and B13.'),
      ],
      [
        user('To the same card please.'),
        ...calls('k2', '', {
          name: 'refund_create',
          args: { booking: 'SH-77120', amount: 178 },
          result: new Error('card expired'),
        }),
        says(
          'The card has expired, so the refund was refused. I have passed this on to a colleague, who will ask you for an account.',
        ),
      ],
    ],
  },
  {
    ...advisor,
    threadId: 'asientos-accesibles',
    agentName: 'support',
    scope: at('stagehouse', 'g-2210'),
    tags: { topic: 'access', lang: 'es' },
    endedMinutesAgo: 340,
    pace: 4,
    runs: [
      [
        user('Hola, ¿hay asientos para silla de ruedas en el concierto del día 19? Somos tres.'),
        ...calls('e1', '', {
          name: 'seats_find',
          args: { event: 'dec-19', wheelchair: 1, companions: 2 },
          result: { row: 'P', seats: ['P1', 'P2', 'P3'], price: 54 },
        }),
        says(
          'Sí: fila P, con un espacio para la silla y dos asientos al lado (P1 a P3). Cuestan 54 € cada uno. ¿Los reservo?',
        ),
      ],
      [user('Sí, por favor.'), says('Reservados hasta mañana a las 20:00. El enlace de pago está en su correo.')],
    ],
  },
  {
    ...billing,
    threadId: 'فاتورة-الكهرباء',
    scope: at('orchard', 'c-140'),
    tags: { topic: 'invoice', lang: 'ar' },
    endedMinutesAgo: 410,
    pace: 5,
    runs: [
      [
        user('مرحبا، لماذا ارتفعت فاتورة التبريد هذا الشهر؟'),
        ...calls('n1', '', {
          name: 'invoice_get',
          args: { number: '3104' },
          result: { number: '3104', kwh: 1840, previous: 1210, amount: 322 },
        }),
        says('مرحبا. الاستهلاك ارتفع من 1210 إلى 1840 كيلوواط ساعة بسبب غرفة التبريد الجديدة. السعر لم يتغير.'),
      ],
      [user('شكرا'), says('على الرحب والسعة.')],
    ],
  },
  {
    ...advisor,
    threadId: '配送時間の変更',
    agentName: 'support',
    scope: at('orchard', 'c-208'),
    tags: { topic: 'delivery', lang: 'ja' },
    endedMinutesAgo: 520,
    pace: 3,
    runs: [
      [
        user('明日の野菜の配送を午後に変更できますか？'),
        ...calls('j1', '', {
          name: 'delivery_move',
          args: { customer: 'c-208', slot: '14:00-16:00' },
          result: { ok: true },
        }),
        says('はい、明日の **14時から16時** に変更しました。'),
      ],
    ],
  },
  {
    ...billing,
    threadId: 'supplier-tax-number',
    agentName: 'planner',
    scope: at('orchard', 'ops'),
    title: 'Supplier onboarding, missing tax number',
    tags: { topic: 'supplier' },
    endedMinutesAgo: 205,
    pace: 18,
    runs: [
      [
        user('Onboard supplier “Hofgut Lenz”, starting with apples in week 50.'),
        ...calls('o1', '', {
          name: 'supplier_create',
          args: { name: 'Hofgut Lenz', goods: ['apples'] },
          result: new Error('tax number is required'),
        }),
        says('The record needs their tax number. I have written to them and wait for it.'),
      ],
      [user('Any news?'), says('Not yet. Waiting for the supplier; I remind them tomorrow at 9.')],
    ],
  },
  {
    ...advisor,
    threadId: 'pension-question',
    scope: at('brightpath', 'm-412'),
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
    ...advisor,
    threadId: 'code-of-discount',
    agentName: 'support',
    scope: at('stagehouse', 'g-3051'),
    tags: { topic: 'discount' },
    endedMinutesAgo: 4400,
    pace: 2,
    runs: [
      [
        user('My code WINTER15 does not work'),
        ...calls('w1', '', {
          name: 'code_check',
          args: { code: 'WINTER15' },
          result: { valid: false, reason: 'starts on 2026-12-01' },
        }),
        says('It starts on 1 December. Your basket stays as it is for seven days.'),
      ],
    ],
  },
  {
    ...billing,
    threadId: 'dunning-letter',
    scope: at('brightpath', 'm-530'),
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
