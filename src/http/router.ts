// Finds what serves a path: the endpoints of both API roots, files and pages are in one tree.

import { decode } from './paths.ts'

/** The target handles all methods itself. */
export const ANY_METHOD = '*'

export interface Found<T> {
  target: T
  /** By name, decoded. */
  parameters: Record<string, string>
}

interface Leaf<T> {
  names: readonly string[]
  target: T
}

/** What is served at one path, by method. */
type Leaves<T> = Map<string, Leaf<T>>

interface Node<T> {
  literals: Map<string, Node<T>>
  /** `:user_id`: digits only. */
  id?: Node<T>
  /** `:email`: one segment that is not empty. */
  any?: Node<T>
  /** `:path*`: all segments that are left, at least one. */
  rest: Leaves<T>
  /** `*`: this path and everything below it; the target reads it. */
  below: Leaves<T>
  here: Leaves<T>
}

const newNode = <T>(): Node<T> => ({
  literals: new Map(),
  rest: new Map(),
  below: new Map(),
  here: new Map(),
})

/**
 * Patterns hold literal segments and parameters; literal segments win over IDs, IDs over parameters
 * that take any text, and these over the rest of a path: /users/me before /users/:user_id before
 * /users/:email.
 */
export class Router<T> {
  readonly #root = newNode<T>()

  add(method: string, pattern: string, target: T) {
    const names: string[] = []
    let node = this.#root
    for (const segment of segmentsOf(pattern)) {
      if (segment === '*') return void node.below.set(method, { names, target })
      if (segment.startsWith(':')) names.push(segment.slice(1).replace('*', ''))
      if (segment.endsWith('*')) return void node.rest.set(method, { names, target })
      node = childFor(node, segment)
    }
    node.here.set(method, { names, target })
  }

  /**
   * @param path starting with a slash, without a query
   * @returns what serves this path, one target per method, with the parameters in the path
   */
  find(path: string): Map<string, Found<T>> {
    const found = new Map<string, Found<T>>()
    collect(this.#root, segmentsOf(path), 0, [], found)
    return found
  }
}

const segmentsOf = (path: string) => path.slice(1).split('/')

function childFor<T>(node: Node<T>, segment: string): Node<T> {
  if (segment.startsWith(':')) {
    const kind = segment.endsWith('_id') ? 'id' : 'any'
    node[kind] ??= newNode()
    return node[kind]
  }
  const child = node.literals.get(segment) ?? newNode()
  node.literals.set(segment, child)
  return child
}

function collect<T>(
  node: Node<T>,
  segments: readonly string[],
  at: number,
  values: readonly string[],
  found: Map<string, Found<T>>,
) {
  const segment = segments[at]
  if (segment === undefined) {
    addAll(node.here, values, found)
    return addAll(node.below, values, found)
  }
  const literal = node.literals.get(segment)
  if (literal) collect(literal, segments, at + 1, values, found)
  if (node.id) {
    const digits = decode(segment)
    if (digits !== undefined && /^\d{1,15}$/.test(digits)) {
      collect(node.id, segments, at + 1, [...values, digits.replace(/^0+(?=\d)/, '')], found)
    }
  }
  if (node.any) {
    const value = decode(segment)
    if (value) collect(node.any, segments, at + 1, [...values, value], found)
  }
  if (node.rest.size > 0) {
    const value = decode(segments.slice(at).join('/'))
    if (value) addAll(node.rest, [...values, value], found)
  }
  addAll(node.below, values, found)
}

function addAll<T>(leaves: Leaves<T>, values: readonly string[], found: Map<string, Found<T>>) {
  for (const [method, { names, target }] of leaves) {
    if (found.has(method)) continue
    const parameters = Object.fromEntries(names.map((name, at) => [name, values[at]!]))
    found.set(method, { target, parameters })
  }
}
