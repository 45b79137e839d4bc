import { existsSync, readFileSync } from 'node:fs'
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { Tiktoken } from 'js-tiktoken/lite'
import o200kBase from 'js-tiktoken/ranks/o200k_base'
import { countedTexts } from '../memory/counted-texts'
import { sliceElements } from '../memory/json-text'
import type { ModelMessage } from '../memory/message'
import { fromOpenAiText } from '../memory/openai'
import { COUNTER, countMessageTokens } from '../memory/token-counter'
import { estimateMessagesTokens, MESSAGE_OVERHEAD_TOKENS } from '../memory/tokens'

/** How the tokens of real conversations come out by other tokenizers than ours (T3), in all and at worst. */
const file = process.argv[2] ?? '../shared/data/airline-conversations.jsonl'
if (!existsSync(file)) {
  console.error(`No conversations at ${file}; give the path of a file of OpenAI chats, one JSON a line.`)
  process.exit(2)
}

const conversations = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  // Validated when they are imported; here they are only counted.
  .map((line) => sliceElements(line, ['messages']).map((slice) => JSON.parse(fromOpenAiText(slice)) as ModelMessage))

const reference = new Tiktoken(o200kBase)
const sumOf = (message: ModelMessage, count: (text: string) => number) =>
  countedTexts(message).reduce((sum, text) => sum + count(text), MESSAGE_OVERHEAD_TOKENS)

const counters: [name: string, count: (messages: readonly ModelMessage[]) => number][] = [
  [`ours (${COUNTER}, slices of 2,000 characters)`, (list) => total(list, countMessageTokens)],
  [
    'js-tiktoken o200k_base, whole texts',
    (list) => total(list, (m) => sumOf(m, (text) => reference.encode(text, [], []).length)),
  ],
  [
    'gpt-tokenizer cl100k_base, whole texts',
    (list) => total(list, (m) => sumOf(m, (text) => countCl100k(text, { disallowedSpecial: new Set<string>() }))),
  ],
  ['estimate (characters / 4)', (list) => estimateMessagesTokens([...list])],
]

function total(messages: readonly ModelMessage[], count: (message: ModelMessage) => number): number {
  return messages.reduce((sum, message) => sum + count(message), 0)
}

const counted = counters.map(([name, count]) => ({ name, each: conversations.map(count) }))
const ours = counted[0]?.each ?? []
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)
console.log(`${conversations.length} conversations, ${sum(conversations.map((list) => list.length))} messages\n`)
console.log('| tokenizer | tokens | against ours | farthest conversation |\n|---|---:|---:|---:|')
for (const { name, each } of counted) {
  const worst = Math.max(...each.map((count, index) => Math.abs(count / (ours[index] ?? count) - 1)))
  const share = sum(each) / sum(ours) - 1
  console.log(`| ${name} | ${sum(each).toLocaleString('en')} | ${percent(share)} | ${percent(worst)} |`)
}

function percent(share: number): string {
  return `${share >= 0 ? '+' : ''}${(share * 100).toFixed(2)} %`
}
