import { LociError } from '../errors'
import { REST_PREFIX, type Route } from './route'
import { ROUTES } from './routes'

interface Template {
  segments: readonly string[]
  routes: Route[]
}

const templates: Template[] = []
for (const route of ROUTES) {
  const known = templates.find(({ routes }) => routes[0]?.path === route.path)
  if (known) known.routes.push(route)
  else templates.push({ segments: route.path.split('/').slice(1), routes: [route] })
}
// An address that is written out is meant before one with a field in it.
templates.sort((left, right) => fieldsIn(left) - fieldsIn(right))

export interface MatchedRoute {
  /** Undefined where the address is known and the method is not. */
  route: Route | undefined
  /** Methods of this address, for `allow`. */
  methods: readonly string[]
  /** The fields that stand in the path, decoded. */
  inPath: Readonly<Record<string, string>>
}

/**
 * The route of an address; null where there is none.
 *
 * @throws INVALID_INPUT for an address that cannot be decoded
 */
export function matchRoute(method: string, pathname: string): MatchedRoute | null {
  if (!pathname.startsWith(`${REST_PREFIX}/`)) return null
  const segments = pathname
    .slice(REST_PREFIX.length + 1)
    .split('/')
    .map(decode)
  for (const template of templates) {
    const inPath = fieldsAt(template.segments, segments)
    if (!inPath) continue
    const { routes } = template
    return { route: routes.find((each) => each.method === method), methods: routes.map((each) => each.method), inPath }
  }
  return null
}

function fieldsAt(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const fields: Record<string, string> = {}
  for (const [place, segment] of wanted.entries()) {
    const text = given[place] ?? ''
    if (segment.startsWith('{')) fields[segment.slice(1, -1)] = text
    else if (segment !== text) return undefined
  }
  return fields
}

/**
 * The query of a route as fields of its input.
 *
 * @throws INVALID_INPUT for a parameter that the route does not have or that comes twice: what belongs into the body must not pass unseen
 */
export function queryFields({ query = {} }: Route, search: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, text] of new URLSearchParams(search)) {
    const kind = Object.hasOwn(query, name) ? query[name] : undefined
    if (kind === undefined) {
      throw new LociError('INVALID_INPUT', 'The address has a parameter that is not known; send fields in the body.')
    }
    if (Object.hasOwn(fields, name)) throw new LociError('INVALID_INPUT', `${name}: comes twice.`)
    fields[name] = kind === 'integer' ? integerOf(text) : booleanOf(text)
  }
  return fields
}

/** What does not read as one stays text, and the input's schema says what is wrong. */
function integerOf(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

function booleanOf(text: string): boolean | string {
  if (text === 'true') return true
  return text === 'false' ? false : text
}

function fieldsIn({ segments }: Template): number {
  return segments.filter((segment) => segment.startsWith('{')).length
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new LociError('INVALID_INPUT', 'The address cannot be decoded.')
  }
}
