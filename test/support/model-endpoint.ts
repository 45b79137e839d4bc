import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the endpoint was asked for, as it came over the wire. */
export interface ModelRequest {
  readonly path: string
  readonly authorization: string | undefined
  readonly model: string
  /** Of a chat: the texts of its messages by role, in order. */
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  /** Of embeddings. */
  readonly input: readonly string[]
}

export type ModelBehaviour =
  | { readonly kind: 'answer'; readonly text: string | ((request: ModelRequest) => string | Promise<string>) }
  | { readonly kind: 'cut'; readonly text: string }
  | { readonly kind: 'embed'; readonly vector: (text: string) => readonly number[] }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  | { readonly kind: 'raw'; readonly body: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'hang' }
  | { readonly kind: 'drop' }

export interface ModelEndpoint {
  /** For OPENAI_BASE_URL. */
  readonly baseUrl: string
  readonly port: number
  readonly requests: ModelRequest[]
  /** From the next request on; with more than one, one after the other, and the last one for all that follow. */
  behave(...behaviours: ModelBehaviour[]): void
  close(): Promise<void>
}

/** A local HTTP server that speaks OpenAI's chat and embeddings protocol, well or badly. */
export async function modelEndpoint(): Promise<ModelEndpoint> {
  const requests: ModelRequest[] = []
  let behaviours: ModelBehaviour[] = [{ kind: 'answer', text: 'A summary.' }]
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
    const asked = parse({ path: request.url ?? '', authorization: request.headers.authorization, body })
    requests.push(asked)
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
    if (behaviour) await answer(response, asked, behaviour)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    behave: (...next) => {
      behaviours = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(response: ServerResponse, asked: ModelRequest, behaviour: ModelBehaviour): Promise<void> {
  const json = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  switch (behaviour.kind) {
    case 'answer': {
      const { text } = behaviour
      return json(200, chat(typeof text === 'string' ? text : await text(asked), 'stop'))
    }
    case 'cut':
      return json(200, chat(behaviour.text, 'length'))
    case 'embed':
      return json(200, {
        data: asked.input.map((text, index) => ({ index, embedding: behaviour.vector(text) })),
        usage: { prompt_tokens: 1 },
      })
    case 'status':
      return json(behaviour.status, behaviour.body ?? { error: { message: 'no' } })
    case 'raw':
      return json(200, behaviour.body)
    case 'redirect':
      response.writeHead(307, { location: behaviour.to })
      response.end()
      return
    case 'drop':
      response.destroy()
      return
    case 'hang':
      return
  }
}

function chat(content: string, finishReason: string) {
  return {
    id: 'answer',
    created: 0,
    model: 'a model',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}

function parse({ path, authorization, body }: { path: string; authorization: string | undefined; body: unknown }) {
  // The shape is the protocol's, which the product's client keeps.
  const { model, messages = [], input = [] } = body as Partial<ModelRequest>
  const texts = messages.map(({ role, content }) => ({ role, content: textOf(content) }))
  return { path, authorization, model: model ?? '', messages: texts, input: [input].flat() }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : ''
}
