import { type Sample, says, user } from '../sample'

const questions: [id: string, question: string, answer: string, minutesAgo: number][] = [
  ['0099', 'Classify: “parcel says delivered, is not”', 'delivery / high', 52],
  ['0100', 'Classify: “can I get the shade in green”', 'product question / low', 58],
  ['0101', 'Classify: “the switch is warm after an hour, is that normal”', 'safety question / high', 63],
  ['0102', 'Classify: “thanks, all good now”', 'thanks / none', 71],
  ['0103', 'Classify: “ich warte seit drei Wochen auf die Gutschrift”', 'refund / high', 84],
  ['0104', 'Classify: “do you ship to Iceland”', 'shipping / low', 97],
]

/** A classifier that is asked once and never again: the shortest threads there are. */
export const classifierSamples = questions.map(
  ([id, question, answer, endedMinutesAgo]): Sample => ({
    threadId: `classify-${id}`,
    agentName: 'classifier',
    model: 'sample-small',
    scope: { tenant: 'lumen', subject: `u-${id}` },
    tags: {},
    endedMinutesAgo,
    pace: 1,
    runs: [[user(question), says(answer)]],
  }),
)
