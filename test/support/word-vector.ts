const DIMENSIONS = 64

/** A vector by the words of a text: texts that share words are near one another. The same for the same text, always. */
export function wordVector(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 7
    for (const character of word) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
    const place = hash % DIMENSIONS
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}
