/** True for what JSON calls an object: not null, not an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * One text for all JSON texts of the same value: keys sorted, no spaces, numbers by their JavaScript value (beyond its
 * range `Infinity`, so that it differs from null). Iterative, so that depth cannot exhaust the stack. Takes what
 * `JSON.parse` gives; undefined counts as null.
 */
export function canonicalJson(value: unknown): string {
  const pieces: string[] = []
  const work: Work[] = [{ value }]
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if ('text' in next) pieces.push(next.text)
    else expand(next.value, pieces, work)
  }
  return pieces.join('')
}

type Work = { text: string } | { value: unknown }

function expand(value: unknown, pieces: string[], work: Work[]): void {
  if (Array.isArray(value)) {
    pieces.push('[')
    work.push({ text: ']' })
    for (let index = value.length - 1; index >= 0; index -= 1) {
      work.push({ value: value[index] })
      if (index > 0) work.push({ text: ',' })
    }
  } else if (isJsonObject(value)) {
    const keys = Object.keys(value).sort()
    pieces.push('{')
    work.push({ text: '}' })
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index] ?? ''
      work.push({ value: value[key] }, { text: `${index > 0 ? ',' : ''}${JSON.stringify(key)}:` })
    }
  } else {
    pieces.push(scalar(value))
  }
}

function scalar(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return JSON.stringify(value) ?? 'null'
}
