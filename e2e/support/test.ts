import { test as base, expect } from '@playwright/test'
import { Loci, type ScopedLoci } from '../../sdk/client'
import { createTransport, type Transport } from '../../sdk/transport'
import { type ModelEndpoint, modelEndpoint } from '../../test/support/model-endpoint'
import { type PageWatch, watchPage } from './page-watch'
import { type Product, startProduct } from './product'
import { type Admin, signedInState } from './signed-in'

export { expect }

type SignedIn = Awaited<ReturnType<typeof signedInState>>

export interface Scope {
  readonly tenant: string
  readonly subject: string
}

interface WorkerFixtures {
  /** The model that the product has; it says `A summary.` until a test wants something else. */
  model: ModelEndpoint
  /** One running product for the tests of a worker; each test has a scope of its own in it. */
  product: Product
  admin: Admin
  /** A key for everything, with every right. */
  apiKey: string
  signedIn: SignedIn
}

interface TestFixtures {
  /** The model says what it says at first, whatever the test before wanted. */
  calmModel: undefined
  /** A tenant that no other test uses. */
  scope: Scope
  /** The agent's side of that scope. */
  agent: ScopedLoci
  /** Any procedure, by its name on the wire. */
  call: <T>(path: string, input: object) => Promise<T>
  watch: PageWatch
}

/** Playwright's `test` on a running product, with a person who is signed in and an agent that writes. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Playwright reads the names of the first parameter, so it has to be a pattern, here and below.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  admin: [({}, use) => use({ email: 'ada@loci.test', password: 'five quiet green kettles' }), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: see above
  apiKey: [({}, use) => use('journey-key-0123456789-0123456789-0123456789'), { scope: 'worker' }],
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const model = await modelEndpoint()
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ admin, apiKey, model }, use) => {
      const env = {
        OPENAI_BASE_URL: model.baseUrl,
        LOCI_SUMMARY_MODEL: 'a-writer',
        LOCI_ADMIN_EMAIL: admin.email,
        LOCI_ADMIN_PASSWORD: admin.password,
        LOCI_API_KEY: apiKey,
      }
      const product = await startProduct({ env })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  signedIn: [async ({ product, admin }, use) => use(await signedInState(product.url, admin)), { scope: 'worker' }],
  baseURL: ({ product }, use) => use(product.url),
  storageState: ({ signedIn }, use) => use(signedIn),
  calmModel: [
    async ({ model }, use) => {
      model.behave({ kind: 'answer', text: 'A summary.' })
      await use(undefined)
    },
    { auto: true },
  ],
  scope: async ({ product: _ }, use, testInfo) => {
    const name = testInfo.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
      .replace(/-$/, '')
    await use({ tenant: `${name}-${testInfo.testId.slice(-6)}`, subject: 'user-1' })
  },
  agent: async ({ product, apiKey, scope }, use) => {
    await use(new Loci({ url: product.url, key: apiKey, timeoutMs: 60_000 }).for(scope))
  },
  call: async ({ product, apiKey }, use) => {
    const transport: Transport = createTransport({ url: product.url, key: apiKey, timeoutMs: 60_000 })
    await use((path, input) => transport(path, input, { isRepeatable: false }))
  },
  watch: [
    async ({ context, product }, use) => {
      const watch = watchPage(context, product.url)
      await use(watch)
      expect(watch.problems(), 'errors, violations of the policy and requests to other places').toEqual([])
    },
    { auto: true },
  ],
})

/** What a browser starts with when nobody is signed in: `test.use({ storageState: nobody })`. */
export const nobody = { cookies: [], origins: [] }
