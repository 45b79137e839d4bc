import type { KeyReach } from '@/server/schemas/keys'

/** The scope that examples use: the key's own, or one within its reach. */
function exampleScope(reach: KeyReach): { tenant: string; subject: string } {
  if (reach.kind === 'scope') return { tenant: reach.tenant, subject: reach.subject }
  return { tenant: reach.kind === 'tenant' ? reach.tenant : 'acme', subject: 'user-1' }
}

/** Code that works as pasted: the address and the key are filled in. */
export function keySnippets(options: { url: string; key: string; reach: KeyReach }): { label: string; code: string }[] {
  const { url, key, reach } = options
  const scope = exampleScope(reach)
  const named = scope.subject === '' ? { tenant: scope.tenant } : scope
  const literal = `{ ${Object.entries(named)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')} }`
  const body = JSON.stringify({
    sessionId: 'order-5531',
    agentName: 'support',
    scope: named,
    messages: [
      { role: 'user', content: 'Where is my parcel?' },
      { role: 'assistant', content: 'It arrives tomorrow.' },
    ],
  }).replaceAll("'", `'\\''`)
  return [
    {
      label: 'TypeScript',
      code: `import { Loci } from 'loci-sdk/client'
import { LociMemory } from 'loci-sdk/memory'

const loci = new Loci({ url: ${JSON.stringify(url)}, key: ${JSON.stringify(key)} })
const memory = new LociMemory({ loci: loci.for(${literal}), agentName: 'support' })

const history = await memory.read({ sessionId: 'order-5531' })
const messages = [...history, { role: 'user', content: 'Where is my parcel?' }]
messages.push({ role: 'assistant', content: 'It arrives tomorrow.' }) // your agent's answer
await memory.write(messages, { sessionId: 'order-5531' })`,
    },
    {
      label: 'curl',
      code: `curl ${url}/api/v1/memory/write \\
  -H 'authorization: Bearer ${key}' \\
  -H 'content-type: application/json' \\
  -d '${body}'`,
    },
  ]
}
