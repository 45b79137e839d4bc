import { calls, type Sample, says, user } from '../sample'

const at = (subject: string) => ({ tenant: 'orchard', subject })
const billing = { agentName: 'billing', model: 'sample-large' }
const advisor = { agentName: 'advisor', model: 'sample-large' }

/** A grocer with its own warehouses, in four languages. */
export const orchardSamples: Sample[] = [
  {
    ...billing,
    threadId: 'fapiao-title',
    scope: at('c-77'),
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
    threadId: 'فاتورة-الكهرباء',
    scope: at('c-140'),
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
    scope: at('c-208'),
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
    scope: at('ops'),
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
]
