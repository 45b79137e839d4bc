// An agent in one file: it reads its memory, asks a model, runs tools, and hands over its whole state.
//
//   npm install <loci>/dist/loci-sdk.tgz
//   node agent-loop.mjs                                    remembers in this process
//   LOCI_API_KEY=loci_… node agent-loop.mjs                remembers on Loci (LOCI_URL, http://127.0.0.1:3000)

import { Loci } from 'loci-sdk/client'
import { BufferMemory, LociMemory, sessions, withEvents } from 'loci-sdk/memory'

const { LOCI_API_KEY: key, LOCI_URL: url = 'http://127.0.0.1:3000' } = process.env

const provider = key
  ? new LociMemory({ loci: new Loci({ url, key }).for({ tenant: 'acme', subject: 'ada' }), agentName: 'parcels' })
  : new BufferMemory({ maxMessages: 40 })

const memory = withEvents(provider)
  .on('memory:read', ({ messages }) => console.log(`  (${messages} messages remembered)`))
  .on('memory:write', ({ messages }) => console.log(`  (${messages} messages handed over)`))

const tools = {
  find_parcel: ({ number }) => `Parcel ${number} is in Lyon.`,
}

/** Stands for a model: the same messages in, an assistant message out. Put a call of yours here. */
function model(messages) {
  const last = messages.at(-1)
  if (last.role === 'tool') return { role: 'assistant', content: last.content }
  const number = /parcel (\d+)/i.exec(last.content)?.[1]
  if (number) {
    const call = { id: `call-${messages.length}`, name: 'find_parcel', arguments: { number } }
    return { role: 'assistant', content: null, toolCalls: [call] }
  }
  const name = messages.flatMap(({ content }) => /my name is (\w+)/i.exec(content ?? '')?.[1] ?? []).at(-1)
  return { role: 'assistant', content: name ? `Hello ${name}.` : 'Hello. What is your name?' }
}

async function run(input, sessionId) {
  const runId = crypto.randomUUID()
  const history = await memory.read({ sessionId, runId })
  const messages = [{ role: 'system', content: 'You find parcels.' }, ...history, { role: 'user', content: input }]
  for (;;) {
    const answer = model(messages)
    messages.push(answer)
    if (!answer.toolCalls) break
    for (const { id, name, arguments: given } of answer.toolCalls) {
      messages.push({ role: 'tool', toolCallId: id, content: tools[name](given) })
    }
  }
  // The whole state, history and all: what is new in it is found out and stored once.
  await memory.write(messages, { sessionId, runId })
  return messages.at(-1).content
}

const session = sessions.user('ada')
for (const input of ['Hi, my name is Ada.', 'Where is parcel 4711?', 'Do you know who I am?']) {
  console.log(`user: ${input}`)
  console.log(`agent: ${await run(input, session)}`)
}
