/** S1: a tenant and a subject within it; the subject is '' when there is none. */
export interface Scope {
  readonly tenant: string
  readonly subject: string
}

const encoder = new TextEncoder()
/** The text's length in UTF-8 bytes. */
export function byteLength(text: string): number {
  return encoder.encode(text).length
}

function escapeField(field: string): string {
  return field.replaceAll('%', '%25').replaceAll(':', '%3A')
}

/** The text form that `memory/scope-schema.ts` reads back as the same scope, whatever the scope holds. */
export function formatScope(scope: Scope): string {
  return `tenant:${escapeField(scope.tenant)}:subject:${escapeField(scope.subject)}`
}

export function isSameScope(left: Scope, right: Scope): boolean {
  return left.tenant === right.tenant && left.subject === right.subject
}

/** S2: crossing scopes, asked for by name: one tenant with any subject, or everything. */
export type ScopePattern = { tenant: string } | { all: true }
