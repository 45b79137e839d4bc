import { z } from 'zod'

const Refusal = z.object({
  error: z.object({
    message: z.string(),
    data: z.object({ code: z.string(), requestId: z.string().nullish(), retryAfterMs: z.number().nullish() }),
  }),
})

/** Why a person was not let in. */
export interface SignInRefusal {
  code: string
  message: string
  requestId: string | undefined
  /** Milliseconds after which another try is heard. */
  retryAfterMs: number | undefined
}

/** Starts a session; null when it did, else why not. Never rejects. */
export async function signIn(credentials: { email: string; password: string }): Promise<SignInRefusal | null> {
  return post('/api/auth/sign-in/email', credentials)
}

/** Ends the session; null when it did. */
export async function signOut(): Promise<SignInRefusal | null> {
  return post('/api/auth/sign-out', {})
}

async function post(path: string, body: object): Promise<SignInRefusal | null> {
  const unreachable = { requestId: undefined, retryAfterMs: undefined }
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.ok) return null
    const refusal = Refusal.safeParse(await answer.json().catch(() => null))
    if (!refusal.success) return { code: 'INTERNAL', message: `The server answered ${answer.status}.`, ...unreachable }
    const { message, data } = refusal.data.error
    return {
      code: data.code,
      message,
      requestId: data.requestId ?? undefined,
      retryAfterMs: data.retryAfterMs ?? undefined,
    }
  } catch {
    return { code: 'UNREACHABLE', message: 'The server does not answer.', ...unreachable }
  }
}

/** What a person can do about it. */
export function refusalAdvice({ code, retryAfterMs }: SignInRefusal): string {
  switch (code) {
    case 'UNAUTHENTICATED':
      return 'Check both, and whether Caps Lock is on. An admin can set a new password.'
    case 'RATE_LIMITED':
      return `Too many tries. Wait ${waitWords(retryAfterMs)}, then try again.`
    case 'UNREACHABLE':
      return 'See whether Loci is running and your network is up, then try again.'
    case 'INVALID_INPUT':
      return 'Enter an e-mail address and a password.'
    default:
      return 'Try again. If it stays, give the id below to whoever runs Loci.'
  }
}

function waitWords(ms: number | undefined): string {
  if (ms === undefined) return 'a moment'
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
