import { threadHref } from '../data/scope-href'

/** The entries of a thread, at one of them where it is named. */
export function entriesHref(uid: string, entryId?: string): string {
  return `${threadHref(uid)}/entries${entryId === undefined ? '' : `?entry=${entryId}`}`
}
