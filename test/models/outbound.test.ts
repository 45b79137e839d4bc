import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AddressKind, addressKind } from '../../server/models/address'
import { ModelError } from '../../server/models/model-error'
import { createModels, type ModelsOptions } from '../../server/models/models'
import { createOutboundFetch } from '../../server/models/outbound'
import { type ModelEndpoint, modelEndpoint } from '../support/model-endpoint'

const key = 'sk-a-secret-of-the-tests'
let endpoint: ModelEndpoint
let other: ModelEndpoint

beforeAll(async () => {
  ;[endpoint, other] = await Promise.all([modelEndpoint(), modelEndpoint()])
})
afterEach(() => {
  for (const one of [endpoint, other]) {
    one.requests.length = 0
    one.behave({ kind: 'answer', text: 'A summary.' })
  }
})
afterAll(() => Promise.all([endpoint.close(), other.close()]))

function modelsOn(baseUrl: string, options: ModelsOptions = {}) {
  return createModels({ baseUrl, apiKey: key, summary: 'small', embedding: 'vectors' }, options)
}

const question = { model: 'small', instructions: 'Be brief.', text: 'words of a customer' }

async function failureOf(call: Promise<unknown>): Promise<ModelError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ModelError)) throw new Error(`not a ModelError: ${String(error)}`)
  return error
}

/** The name of a host that leads where the test says, one answer after the other. */
function namedHost(port: number, ...answers: string[][]) {
  let call = 0
  const lookup = async () => {
    const addresses = answers[Math.min(call, answers.length - 1)] ?? []
    call += 1
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return modelsOn(`http://models.example.com:${port}/v1`, { lookup })
}

describe('addresses', () => {
  it.each<[string, AddressKind]>([
    ['93.184.215.14', 'public'],
    ['2606:2800:21f:cb07::1', 'public'],
    ['::ffff:93.184.215.14', 'public'],
    ['127.0.0.1', 'private'],
    ['127.255.0.9', 'private'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['::1', 'private'],
    ['[::1]', 'private'],
    ['fd00::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:a00:1', 'private'],
    ['::ffff:127.0.0.1', 'private'],
    ['::10.0.0.1', 'private'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['2002:a00:1::1', 'private'],
    ['2002:5db8:d822::1', 'public'],
    ['169.254.169.254', 'forbidden'],
    ['::ffff:169.254.169.254', 'forbidden'],
    ['fe80::1', 'forbidden'],
    ['fe80::1%eth0', 'forbidden'],
    ['0.0.0.0', 'forbidden'],
    ['::', 'forbidden'],
    ['224.0.0.1', 'forbidden'],
    ['255.255.255.255', 'forbidden'],
    ['ff02::1', 'forbidden'],
    ['localhost', 'forbidden'],
    ['', 'forbidden'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind)
  })
})

describe('the way out', () => {
  it('speaks to the configured host, with its key', async () => {
    const { text, isCut } = await modelsOn(endpoint.baseUrl).summarize(question)
    expect({ text, isCut }).toEqual({ text: 'A summary.', isCut: false })
    expect(endpoint.requests).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: `Bearer ${key}`,
        model: 'small',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'words of a customer' },
        ],
        input: [],
      },
    ])
  })

  it('speaks to a name that its operator has pointed at this machine', async () => {
    await namedHost(endpoint.port, ['127.0.0.1']).summarize(question)
    expect(endpoint.requests).toHaveLength(1)
  })

  it.each([
    ['another host', () => `http://localhost:${other.port}/v1/models`],
    ['another port', () => `http://127.0.0.1:${other.port}/v1/models`],
    ['another protocol', () => `https://127.0.0.1:${endpoint.port}/v1/models`],
    ['this machine in other words', () => `http://[::ffff:127.0.0.1]:${endpoint.port}/v1/models`],
    ['a private address', () => 'http://10.0.0.1/v1/models'],
    ['where clouds hand out credentials', () => 'http://169.254.169.254/latest/meta-data'],
    ['the host with a user of its own', () => `http://user:password@127.0.0.1:${endpoint.port}/v1/models`],
  ])('does not speak to %s', async (_name, url) => {
    const go = createOutboundFetch({ baseUrl: endpoint.baseUrl, apiKey: key, timeoutMs: 5_000, maxBytes: 1_000 })
    expect(await failureOf(go(url(), { method: 'POST', body: '{}' }))).toMatchObject({ failure: 'blocked' })
    expect([...endpoint.requests, ...other.requests]).toEqual([])
  })

  it.each([
    ['a private one', ['10.0.0.1']],
    ['a mapped private one', ['::ffff:10.0.0.1']],
    ['this machine', ['127.0.0.1']],
    ['link-local', ['169.254.169.254']],
    ['a private one among public ones', ['93.184.215.14', '127.0.0.1']],
  ])('does not follow a public name to %s (rebinding)', async (_name, rebound) => {
    const models = namedHost(endpoint.port, ['93.184.215.14', '127.0.0.1'], rebound)
    expect((await failureOf(models.summarize(question))).failure).toBe('blocked')
    expect((await failureOf(models.summarize(question))).failure).toBe('blocked')
    expect(endpoint.requests).toEqual([])
  })

  it('does not go to a link-local address that a name leads to from the beginning', async () => {
    const models = namedHost(endpoint.port, ['169.254.169.254'])
    expect((await failureOf(models.summarize(question))).failure).toBe('blocked')
  })

  it('follows no redirect, and sends its key nowhere', async () => {
    for (const to of [`${other.baseUrl}/chat/completions`, '/v1/elsewhere']) {
      endpoint.behave({ kind: 'redirect', to })
      expect(await failureOf(modelsOn(endpoint.baseUrl).summarize(question))).toMatchObject({ failure: 'blocked' })
    }
    expect(other.requests).toEqual([])
    expect(endpoint.requests).toHaveLength(2)
  })
})

describe('a model that fails', () => {
  it.each<[string, Parameters<ModelEndpoint['behave']>[0], string]>([
    ['hangs', { kind: 'hang' }, 'timeout'],
    ['hangs up', { kind: 'drop' }, 'unreachable'],
    ['has trouble', { kind: 'status', status: 503 }, 'failed'],
    ['is asked too often', { kind: 'status', status: 429 }, 'failed'],
    ['does not know the key', { kind: 'status', status: 401 }, 'refused'],
    ['does not know the model', { kind: 'status', status: 404 }, 'refused'],
    ['answers with something else', { kind: 'raw', body: '<html>' }, 'invalid'],
    ['answers with nothing of use', { kind: 'raw', body: '{"choices":[]}' }, 'invalid'],
    ['answers without an end', { kind: 'answer', text: 'x'.repeat(3_000_000) }, 'invalid'],
  ])('%s: is told by its kind, without a word of content or key', async (_name, behaviour, failure) => {
    endpoint.behave(behaviour)
    const error = await failureOf(
      modelsOn(endpoint.baseUrl, { timeoutMs: behaviour.kind === 'hang' ? 300 : 20_000 }).summarize(question),
    )
    expect(error.failure).toBe(failure)
    const everything = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error.cause)
    expect(everything).not.toMatch(/sk-|customer|127\.0\.0\.1|html/)
  })

  it('is not reachable', async () => {
    const closed = await modelEndpoint()
    await closed.close()
    expect((await failureOf(modelsOn(closed.baseUrl).summarize(question))).failure).toBe('unreachable')
  })

  it('is not there: without an endpoint and a key nothing is asked', async () => {
    const models = createModels({ baseUrl: undefined, apiKey: undefined, summary: 'small', embedding: 'vectors' })
    expect(models.isConfigured).toBe(false)
    expect((await failureOf(models.summarize(question))).failure).toBe('refused')
    expect((await failureOf(models.embed(['a']))).failure).toBe('refused')
  })

  it('says that its answer was cut, and keeps its thoughts to itself', async () => {
    endpoint.behave(
      { kind: 'cut', text: 'half a' },
      { kind: 'answer', text: '<think>long thoughts</think> The\0 end. ' },
    )
    const models = modelsOn(endpoint.baseUrl)
    expect(await models.summarize(question)).toEqual({ text: 'half a', isCut: true })
    expect(await models.summarize(question)).toEqual({ text: 'The end.', isCut: false })
  })
})

describe('embeddings', () => {
  it('come in batches, in order', async () => {
    endpoint.behave({ kind: 'embed', vector: (text) => [Number(text), 1] })
    const texts = Array.from({ length: 130 }, (_, index) => String(index))
    expect(await modelsOn(endpoint.baseUrl).embed(texts)).toEqual(texts.map((text) => [Number(text), 1]))
    expect(endpoint.requests.map(({ path, model, input }) => [path, model, input.length])).toEqual([
      ['/v1/embeddings', 'vectors', 64],
      ['/v1/embeddings', 'vectors', 64],
      ['/v1/embeddings', 'vectors', 2],
    ])
    expect(await modelsOn(endpoint.baseUrl).embed([])).toEqual([])
  })

  it.each<[string, (text: string) => readonly number[]]>([
    ['of different lengths', (text) => (text === 'a' ? [1] : [1, 2])],
    ['that are empty', () => []],
  ])('%s are refused', async (_name, vector) => {
    endpoint.behave({ kind: 'embed', vector })
    expect((await failureOf(modelsOn(endpoint.baseUrl).embed(['a', 'b']))).failure).toBe('invalid')
  })

  it('that are too few are refused', async () => {
    endpoint.behave({ kind: 'raw', body: JSON.stringify({ data: [{ index: 0, embedding: [1] }] }) })
    expect((await failureOf(modelsOn(endpoint.baseUrl).embed(['a', 'b']))).failure).toBe('invalid')
  })
})
