import type { Endpoint } from '../api/index.ts'
import { decode } from './paths.ts'

interface Route {
  endpoint: Endpoint
  segments: readonly string[]
}

/** Endpoints by their first segment: a request is compared with a few routes, not with all. */
export class Router {
  readonly #routes = new Map<string, Route[]>()

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      const segments = endpoint.path.slice(1).split('/')
      const first = segments[0]!
      const others = this.#routes.get(first) ?? []
      this.#routes.set(first, others)
      others.push({ endpoint, segments })
    }
    // Literal segments win over parameters, and numeric ones over those that take anything:
    // /users/me before /users/:user_id before /users/:email.
    for (const routes of this.#routes.values()) {
      routes.sort((a, b) => vagueness(a) - vagueness(b))
    }
  }

  /**
   * @param path below the API root, starting with a slash
   * @returns the endpoints that serve this path, one per method, with the parameters in it
   */
  find(path: string): Map<string, { endpoint: Endpoint; parameters: Record<string, string> }> {
    const segments = path.slice(1).split('/')
    const found = new Map<string, { endpoint: Endpoint; parameters: Record<string, string> }>()
    for (const { endpoint, segments: pattern } of this.#routes.get(segments[0]!) ?? []) {
      if (found.has(endpoint.method)) continue
      const parameters = match(pattern, segments)
      if (parameters) found.set(endpoint.method, { endpoint, parameters })
    }
    return found
  }
}

const vagueness = ({ segments }: Route) => {
  const parameters = segments.filter((segment) => segment.startsWith(':'))
  return 10 * parameters.length + parameters.filter((name) => !name.endsWith('_id')).length
}

/** `:id` takes one segment, `:rest*` all that are left. Numeric IDs take digits only. */
function match(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const parameters: Record<string, string> = {}
  for (let at = 0; at < pattern.length; at++) {
    const expected = pattern[at]!
    const segment = segments[at]
    if (segment === undefined) return undefined
    if (!expected.startsWith(':')) {
      if (expected !== segment) return undefined
      continue
    }
    const isRest = expected.endsWith('*')
    const value = decode(isRest ? segments.slice(at).join('/') : segment)
    if (value === undefined || value === '') return undefined
    const name = expected.slice(1, isRest ? -1 : undefined)
    if (name.endsWith('_id') && !/^\d{1,15}$/.test(value)) return undefined
    parameters[name] = value.replace(/^0+(?=\d)/, name.endsWith('_id') ? '' : '$&')
    if (isRest) return parameters
  }
  return pattern.length === segments.length ? parameters : undefined
}
