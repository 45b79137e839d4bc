// An app of two agents in Better Agent's manner: one memory for all, threads of whoever is signed in, and an agent that
// remembers nothing.
//
//   npm install <loci>/dist/loci-sdk.tgz
//   node support-app.mjs                                   remembers in this process
//   LOCI_API_KEY=loci_… node support-app.mjs               remembers on Loci (LOCI_URL, http://127.0.0.1:3000)

import { createInMemoryStorage, createMemory, lociStorage, memoryOf, runWithMemory } from 'loci-sdk/better-agent'
import { Loci } from 'loci-sdk/client'

const { LOCI_API_KEY: key, LOCI_URL: url = 'http://127.0.0.1:3000' } = process.env

const app = {
  storage: key ? lociStorage({ loci: new Loci({ url, key }) }) : createInMemoryStorage(),
  // Without `scope` it would be the same: the authenticated tenant and subject.
  memory: createMemory({
    lastMessages: 20,
    scope: ({ auth }) => auth && { tenant: auth.tenant, subject: auth.subject },
  }),
}

/** Stand for models: the messages of a run in, what is new out. Put calls of yours here. */
const support = {
  name: 'support',
  async run(messages) {
    const orders = messages.flatMap(({ role, content }) =>
      role === 'user' ? (/order (\d+)/.exec(content)?.[1] ?? []) : [],
    )
    const asked = messages.filter(({ role }) => role === 'user').length
    const order = orders.at(-1)
    return [{ role: 'assistant', content: order ? `Order ${order} is on its way (message ${asked}).` : 'Which order?' }]
  },
}
const classifier = {
  name: 'classifier',
  memory: false,
  async run(messages) {
    return [
      {
        role: 'assistant',
        content: `${messages.length} message: ${messages[0].content.includes('?') ? 'question' : 'remark'}`,
      },
    ]
  },
}

/** What an HTTP handler does once it knows who is asking. */
async function ask(agent, { auth, threadId, content }) {
  const memory = await memoryOf(app, agent)?.for({ auth, agentName: agent.name })
  const messages = [{ role: 'user', content }]
  const [answer] = await runWithMemory({ memory, threadId, agentName: agent.name, messages }, agent.run)
  return answer.content
}

const ann = { tenant: 'acme', subject: 'ann' }
const bob = { tenant: 'acme', subject: 'bob' }
const threadId = 'chat'

for (const [auth, content] of [
  [ann, 'Where is order 4711?'],
  [ann, 'Is it really?'],
  [bob, 'Is it really?'],
]) {
  console.log(`${auth.subject}: ${content}`)
  console.log(`classifier: ${await ask(classifier, { auth, threadId, content })}`)
  console.log(`support: ${await ask(support, { auth, threadId, content })}`)
}

// The same id is a thread of ann's and one of bob's, and a branch of ann's is hers.
const memory = await memoryOf(app, support).for({ auth: ann, agentName: 'support' })
await memory.threads.delete('branch')
await memory.fork('branch', threadId, (messages) => messages.slice(0, 2))
for (const { id } of await memory.threads.list()) {
  console.log(`${id}: ${(await memory.messages.list({ threadId: id })).length} messages`)
}
await memoryOf(app, support)
  .for({ auth: null })
  .catch((error) => console.log(`nobody: ${error.code}`))
