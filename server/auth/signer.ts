import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type SignedPurpose = 'read' | 'cursor' | 'summary' | 'erasure'

export interface Signer {
  /** `payload` as base64url JSON with a 128 bit tag; the purpose is part of what is signed. */
  sign(purpose: SignedPurpose, payload: unknown): string
  /** The payload, or null when the text was not made by this installation for this purpose. */
  verify(purpose: SignedPurpose, token: string): unknown
  /** A tag of 72 bits over a text that stands elsewhere, in 12 characters. */
  tag(purpose: SignedPurpose, text: string): string
}

const TAG_BYTES = 16
const SHORT_TAG_BYTES = 9

/** One key per purpose, derived from the installation's secret, so that a cursor can never pass as a read token. */
export function createSigner(secret: string): Signer {
  const keys = new Map<SignedPurpose, Buffer>()
  const keyOf = (purpose: SignedPurpose): Buffer => {
    const known = keys.get(purpose)
    if (known) return known
    const made = Buffer.from(hkdfSync('sha256', secret, 'loci', `signer:${purpose}`, 32))
    keys.set(purpose, made)
    return made
  }
  const tagOf = (purpose: SignedPurpose, body: string) =>
    createHmac('sha256', keyOf(purpose)).update(body).digest().subarray(0, TAG_BYTES)

  return {
    sign(purpose, payload) {
      const body = Buffer.from(JSON.stringify(payload)).toString('base64url')
      return `${body}.${tagOf(purpose, body).toString('base64url')}`
    },
    verify(purpose, token) {
      const dot = token.lastIndexOf('.')
      if (dot < 1) return null
      const body = token.slice(0, dot)
      const given = Buffer.from(token.slice(dot + 1), 'base64url')
      const wanted = tagOf(purpose, body)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
      return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    },
    tag: (purpose, text) => tagOf(purpose, text).subarray(0, SHORT_TAG_BYTES).toString('base64url'),
  }
}
