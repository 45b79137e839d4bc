import { LociError } from '../errors'
import { COMMON_PASSWORDS } from './common-passwords'

export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 256

/**
 * Length, and nothing that everybody tries first: a common word, one with a few digits or signs behind it, one character
 * over and over, or the own address.
 *
 * @throws INVALID_INPUT with what to do, never with the password.
 */
export function assertPassword(password: string, email: string): void {
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    throw new LociError('INVALID_INPUT', `password: ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`)
  }
  const lowered = password.toLowerCase()
  const stem = lowered.replace(/[\d\W_]+$/u, '')
  const address = email.toLowerCase()
  const isGuessed =
    COMMON_PASSWORDS.has(lowered) ||
    COMMON_PASSWORDS.has(stem) ||
    new Set(lowered).size < 4 ||
    lowered === address ||
    lowered === address.split('@')[0]
  if (isGuessed)
    throw new LociError('INVALID_INPUT', 'password: too easy to guess; a few words in a row are a good one.')
}
