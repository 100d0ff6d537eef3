// Rows by key, each a signal of its own: code that reads one row is notified of changes of that row only.

import { type Signal, signal } from '@preact/signals-core'

/** A map whose reads are subscriptions, in effects, computed signals and components. */
export class Table<K, V> {
  readonly #rows = new Map<K, Signal<V>>()
  /** Changes when rows come or go. */
  readonly #membership = signal(0)

  /** The row; undefined if the key has no row. Subscribes to this row alone. */
  get(key: K): V | undefined {
    const row = this.#rows.get(key)
    if (row) return row.value
    this.#membership.value
    return undefined
  }

  /** The row, without subscribing to it. */
  peek(key: K): V | undefined {
    return this.#rows.get(key)?.peek()
  }

  /** Without subscribing. */
  has(key: K): boolean {
    return this.#rows.has(key)
  }

  /** All keys, in the order in which they came. Subscribes to rows coming and going. */
  keys(): K[] {
    this.#membership.value
    return [...this.#rows.keys()]
  }

  /** All rows. Subscribes to every one of them: for short lists, or inside `computed`. */
  values(): V[] {
    this.#membership.value
    return [...this.#rows.values()].map((row) => row.value)
  }

  /** All rows, without subscribing. */
  peekAll(): [K, V][] {
    return [...this.#rows].map(([key, row]) => [key, row.peek()])
  }

  /** How many rows there are, without subscribing. */
  get count(): number {
    return this.#rows.size
  }

  get size(): number {
    this.#membership.value
    return this.#rows.size
  }

  /** A row that says the same as before stays the same object, so that nothing is drawn again. */
  set(key: K, value: V) {
    const row = this.#rows.get(key)
    if (row) {
      if (!isEqual(row.peek(), value)) row.value = value
      return
    }
    this.#rows.set(key, signal(value))
    this.#membership.value = this.#membership.peek() + 1
  }

  /** Changes some fields of a row that is there; nothing where it is not. */
  patch(key: K, change: Partial<V>) {
    const row = this.peek(key)
    if (row !== undefined) this.set(key, { ...row, ...change })
  }

  delete(key: K): boolean {
    const row = this.#rows.get(key)
    if (!row) return false
    this.#rows.delete(key)
    this.#membership.value = this.#membership.peek() + 1
    // Readers of the row look again and find none.
    ;(row as Signal<V | undefined>).value = undefined
    return true
  }

  /** Holds these rows from now on, and no others. */
  replace(entries: Iterable<readonly [K, V]>) {
    const next = new Map(entries)
    for (const key of [...this.#rows.keys()]) if (!next.has(key)) this.delete(key)
    for (const [key, value] of next) this.set(key, value)
  }
}

/** Whether two values say the same: JSON, and sets. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Set && b instanceof Set) return a.isSubsetOf(b) && a.size === b.size
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => key in b && isEqual((a as Fields)[key], (b as Fields)[key]))
}

type Fields = Record<string, unknown>
