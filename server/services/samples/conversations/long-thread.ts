import type { ModelMessage } from '../../../../memory/message'
import { calls, type Sample, says, user } from '../sample'

const GOODS = ['apples', 'pears', 'potatoes', 'leek', 'carrots', 'cabbage', 'quince', 'walnuts', 'onions', 'beetroot']
const QUESTIONS = [
  'What is low in',
  'Forecast for',
  'What spoils first in',
  'How much can we move out of',
  'Any delays for',
]

/** A planner that is asked about its warehouse many times a day: long enough that no window holds it. */
export function longThread(): Sample {
  const runs: ModelMessage[][] = []
  let run: ModelMessage[] = []
  for (let hour = 0; hour < 150; hour += 1) {
    const good = GOODS[hour % GOODS.length] ?? 'apples'
    const warehouse = (hour % 4) + 1
    const stock = 40 + ((hour * 37) % 460)
    const need = 60 + ((hour * 53) % 380)
    const question = QUESTIONS[hour % QUESTIONS.length] ?? 'Forecast for'
    run.push(
      user(`${question} warehouse ${warehouse}, ${good}?`),
      ...calls(
        `h${hour}`,
        '',
        { name: 'stock_list', args: { warehouse, good }, result: { good, crates: stock, oldestDays: 1 + (hour % 9) } },
        hour % 23 === 22
          ? {
              name: 'stock_forecast',
              args: { warehouse, good, days: 7 },
              result: new Error('forecast service is restarting'),
            }
          : {
              name: 'stock_forecast',
              args: { warehouse, good, days: 7 },
              result: { good, need, confidence: 0.6 + (hour % 4) / 10 },
            },
      ),
      says(
        stock < need
          ? `Warehouse ${warehouse} holds **${stock} crates** of ${good} and will need about ${need} in the next seven days. Order ${need - stock} by Thursday.`
          : `Warehouse ${warehouse} holds **${stock} crates** of ${good}, enough for the ${need} it will need in the next seven days.`,
      ),
    )
    if (hour % 5 === 4) {
      runs.push(run)
      run = []
    }
  }
  return {
    threadId: 'warehouse-4-weekly',
    scope: { tenant: 'orchard', subject: 'ops' },
    agentName: 'planner',
    title: 'Weekly stock summary, all warehouses',
    tags: { topic: 'stock', cadence: 'hourly' },
    endedMinutesAgo: 17,
    pace: 290,
    model: 'sample-large',
    runs,
  }
}
