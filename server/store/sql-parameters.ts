/** The values of one statement. What a caller sent enters SQL through `bind` only, as a numbered parameter. */
export interface SqlParameters {
  readonly values: unknown[]
  /** The placeholder of a value, such as `$3`. */
  bind(value: unknown): string
}

export function sqlParameters(): SqlParameters {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** A LIKE pattern that matches the text anywhere; its wildcards are taken literally. */
export function likeAnywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
