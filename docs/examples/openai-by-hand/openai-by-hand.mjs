// OpenAI's chat API with nothing but fetch, and memory on Loci. Any endpoint that speaks chat completions will do.
//
//   npm install <loci>/dist/loci-sdk.tgz
//   LOCI_API_KEY=loci_… OPENAI_API_KEY=sk-… node openai-by-hand.mjs "Where is parcel 4711?"
//
// Also: LOCI_URL (http://127.0.0.1:3000), OPENAI_BASE_URL (https://api.openai.com/v1), OPENAI_MODEL (gpt-4.1-mini)

import { Loci } from 'loci-sdk/client'
import { LociMemory } from 'loci-sdk/memory'
import { fromOpenAi, toOpenAiRequest } from 'loci-sdk/openai'

const {
  LOCI_API_KEY: key,
  LOCI_URL: url = 'http://127.0.0.1:3000',
  OPENAI_API_KEY: modelKey,
  OPENAI_BASE_URL: baseUrl = 'https://api.openai.com/v1',
  OPENAI_MODEL: model = 'gpt-4.1-mini',
} = process.env

const loci = new Loci({ url, key }).for({ tenant: 'acme', subject: 'ada' })
const memory = new LociMemory({ loci, agentName: 'parcels' })

const tools = {
  find_parcel: ({ number }) => `Parcel ${number} is in Lyon.`,
}
const toolList = [
  {
    type: 'function',
    function: {
      name: 'find_parcel',
      description: 'Where a parcel is now',
      parameters: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
    },
  },
]

async function complete(messages) {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${modelKey}`, 'content-type': 'application/json' },
    // Only what the API documents: Loci's ids and fields of other models stay here.
    body: JSON.stringify({ model, tools: toolList, messages: messages.map(toOpenAiRequest) }),
  })
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`)
  const { choices } = await response.json()
  return choices[0].message
}

async function run(input, sessionId) {
  const history = await memory.read({ sessionId })
  const messages = [{ role: 'system', content: 'You find parcels.' }, ...history, { role: 'user', content: input }]
  for (;;) {
    const answer = await complete(messages)
    messages.push(fromOpenAi(answer))
    if (!answer.tool_calls?.length) break
    for (const { id, function: called } of answer.tool_calls) {
      const content = tools[called.name](JSON.parse(called.arguments))
      messages.push(fromOpenAi({ role: 'tool', tool_call_id: id, content }))
    }
  }
  // The whole state, history and all: what is new in it is found out and stored once.
  await memory.write(messages, { sessionId })
  return messages.at(-1).content
}

for (const input of process.argv.slice(2)) {
  console.log(`user: ${input}`)
  console.log(`agent: ${await run(input, 'parcels-of-ada')}`)
}
