/** A tag in an address: `topic:refund`, or the bare key of a label. `%` and `:` in a key are written `%25` and `%3A`. */
export function serializeTag(key: string, value: string): string {
  const name = key.replaceAll('%', '%25').replaceAll(':', '%3A')
  return value === '' ? name : `${name}:${value}`
}

/** The other way; null for text without a key. */
export function parseTag(text: string): { key: string; value: string } | null {
  const colon = text.indexOf(':')
  const name = colon < 0 ? text : text.slice(0, colon)
  const key = name.replace(/%3A/gi, ':').replace(/%25/g, '%')
  return key === '' ? null : { key, value: colon < 0 ? '' : text.slice(colon + 1) }
}

/** A tag as it is read: `topic:refund`, `vip`. */
export function spellTag(key: string, value: string): string {
  return value === '' ? key : `${key}:${value}`
}
