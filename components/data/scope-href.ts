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

/**
 * The page of a tenant, or of one subject of it ('' is the scope without one). Ids hold any text (S4), also `..` and `/`, so
 * each stands behind a mark that no path takes for a step.
 */
export function scopeHref({ tenant, subject }: { tenant: string; subject?: string | undefined }): string {
  const parts = subject === undefined ? [tenant] : [tenant, subject]
  return `/scopes/${parts.map((part) => `~${encodeURIComponent(part)}`).join('/')}`
}

/** The id in a part of such a path, still encoded; null for anything else. */
export function readScopePart(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return text.startsWith('~') ? text.slice(1) : null
  } catch {
    return null
  }
}
