/** An agent's page; null is the app default. The name is a parameter, since any text may be one (S4): `..`, `a/b`, `default`. */
export function agentHref(name: string | null): string {
  return name === null ? '/agents/default' : `/agents/named?${new URLSearchParams({ name })}`
}
