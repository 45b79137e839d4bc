/** The threads of a tenant, or of one scope when a subject is given ('' is the scope without a subject). Any text works. */
export function threadsHref(scope?: { tenant: string; subject?: string }): string {
  if (!scope) return '/threads'
  const query = new URLSearchParams({ tenant: scope.tenant })
  if (scope.subject !== undefined) query.set('subject', scope.subject)
  return `/threads?${query}`
}

/** One thread, by its uid. */
export function threadHref(uid: string): string {
  return `/threads/${uid}`
}
