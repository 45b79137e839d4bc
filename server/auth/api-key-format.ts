import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MARK = 'loci_'
/** 62^30 is a little over 178 bits. */
const SECRET_LENGTH = 30
const CHECKSUM_LENGTH = 6
const OWN_FORM = /^loci_[0-9A-Za-z]{36}$/

/** A new key: `loci_`, 30 random characters, and their CRC32 in six, so that scanners tell a key from lookalikes offline. */
export function makeApiKey(): string {
  let secret = ''
  for (let length = 0; length < SECRET_LENGTH; length += 1) secret += DIGITS[randomInt(DIGITS.length)]
  return `${MARK}${secret}${checksum(MARK + secret)}`
}

/** True for text of exactly our form whose checksum does not fit: a key that was mistyped or made up. */
export function isBrokenApiKey(text: string): boolean {
  if (!OWN_FORM.test(text)) return false
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)
}

/** What is stored of a key: SHA-256 of the whole text. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The readable beginning, to tell keys apart: four characters of the secret, whose strength it hardly touches. */
export function prefixOf(key: string): string {
  return key.startsWith(MARK) ? key.slice(0, MARK.length + 4) : key.slice(0, 4)
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let length = 0; length < CHECKSUM_LENGTH; length += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}
