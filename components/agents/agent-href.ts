import { parseAsVersions } from './compared-versions'

/** An agent's page; null is the app default. The name is a parameter, since any text may be one (S4): `..`, `a/b`, `default`. */
export function agentHref(name: string | null): string {
  return name === null ? '/agents/default' : `/agents/named?${new URLSearchParams({ name })}`
}

/** The same with one of its saved versions beside the newest. */
export function versionHref(name: string | null, version: number): string {
  const compare = parseAsVersions.serialize({ from: version, to: null })
  return `${agentHref(name)}${name === null ? '?' : '&'}compare=${compare}`
}
