/** Positional matching of lists of opaque keys, in linear time. */

/** For each position the length of the longest proper prefix that ends there. */
function prefixLengths(keys: readonly string[]): number[] {
  const lengths: number[] = []
  let length = 0
  for (const [index, key] of keys.entries()) {
    while (length > 0 && (index === 0 || keys[length] !== key)) length = lengths[length - 1] ?? 0
    if (index > 0 && keys[length] === key) length += 1
    lengths.push(length)
  }
  return lengths
}

/** Length of the longest prefix of `keys` that `list` ends with. */
export function prefixAtEnd(keys: readonly string[], list: readonly string[]): number {
  const lengths = prefixLengths(keys)
  let length = 0
  for (const key of list) {
    while (length > 0 && keys[length] !== key) length = lengths[length - 1] ?? 0
    if (keys[length] === key) length += 1
  }
  return length
}

/** First index at which `list` holds all of `keys` in a row; undefined when it nowhere does, or `keys` is empty. */
export function firstOccurrence(keys: readonly string[], list: readonly string[]): number | undefined {
  if (keys.length === 0) return undefined
  const lengths = prefixLengths(keys)
  let length = 0
  for (const [index, key] of list.entries()) {
    while (length > 0 && keys[length] !== key) length = lengths[length - 1] ?? 0
    if (keys[length] === key) length += 1
    if (length === keys.length) return index - keys.length + 1
  }
  return undefined
}

/** For each index of `list`, how many keys from there on equal the beginning of `keys`. */
export function matchLengths(keys: readonly string[], list: readonly string[]): number[] {
  // The Z-function of keys, a separator that equals nothing, and list.
  const all: (string | undefined)[] = [...keys, undefined, ...list]
  const lengths: number[] = [0]
  let left = 0
  let right = 0
  for (let index = 1; index < all.length; index += 1) {
    let length = index < right ? Math.min(right - index, lengths[index - left] ?? 0) : 0
    while (index + length < all.length && all[length] !== undefined && all[length] === all[index + length]) length += 1
    if (index + length > right) {
      left = index
      right = index + length
    }
    lengths.push(length)
  }
  return lengths.slice(keys.length + 1)
}

/** How many keys at the beginning of both lists are equal. */
export function commonPrefix(keys: readonly string[], list: readonly string[]): number {
  const most = Math.min(keys.length, list.length)
  let length = 0
  while (length < most && keys[length] === list[length]) length += 1
  return length
}
