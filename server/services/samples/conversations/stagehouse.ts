import { calls, type Sample, says, user } from '../sample'

const at = (subject: string) => ({ tenant: 'stagehouse', subject })
const advisor = { agentName: 'advisor', model: 'sample-large' }

/** A ticket and travel office. */
export const stagehouseSamples: Sample[] = [
  {
    ...advisor,
    threadId: 'trip-toddler',
    scope: at('g-0042'),
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
    scope: at('g-1129'),
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
    scope: at('g-2210'),
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
    ...advisor,
    threadId: 'code-of-discount',
    agentName: 'support',
    scope: at('g-3051'),
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
]
