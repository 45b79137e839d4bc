import { request } from '@playwright/test'

export interface Admin {
  readonly email: string
  readonly password: string
}

/** The cookies of a session that was begun over HTTP, for a browser to start with. */
export async function signedInState(url: string, { email, password }: Admin) {
  const context = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } })
  const answer = await context.post('/api/auth/sign-in/email', { data: { email, password } })
  if (!answer.ok()) throw new Error(`not signed in: ${answer.status()} ${await answer.text()}`)
  const state = await context.storageState()
  await context.dispose()
  return state
}
