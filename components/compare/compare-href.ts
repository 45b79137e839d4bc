import { threadHref } from '../data/scope-href'

/** A thread beside another one. */
export function compareHref(uid: string, other: string): string {
  return `${threadHref(uid)}/compare?with=${other}`
}

/** A thread beside itself without the history that was stored twice. */
export function repairHref(uid: string): string {
  return `${threadHref(uid)}/compare?repaired=true`
}
