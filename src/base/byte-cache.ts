// The cache that everything kept for speed alone lives in: it has a bound in bytes, whatever is put in.

/** Bytes an entry takes besides its value: two references and its place in a hash table. */
const ENTRY_BYTES = 64

/** Bytes that V8 takes for an array outside its heap, besides what is in it. */
const ARRAY_BYTES = 256

/** A value above this part of the whole cache is not kept: one request must not empty it. */
const LARGEST_PART = 16

/**
 * Texts or bytes by key. Entries belong to two generations: what is read in the old one moves to the young
 * one, and when the young one holds half the bytes, the old one is dropped. So what is used stays,
 * and reading an entry of the young generation costs one look into a table.
 */
export class ByteCache<Key, Value extends string | Uint8Array = string> {
  readonly #mostBytes: number
  readonly #unitBytes: 1 | 2
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  #youngBytes = 0

  /**
   * @param mostBytes of all values and their entries together
   * @param unitBytes that V8 takes for a UTF-16 unit: 1 only if no text has a character above U+00FF
   */
  constructor(mostBytes: number, unitBytes: 1 | 2 = 2) {
    this.#mostBytes = mostBytes
    this.#unitBytes = unitBytes
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) {
      this.#old.delete(key)
      this.#add(key, old)
    }
    return old
  }

  /** Keeps the value, unless it is too large a part of the cache. */
  set(key: Key, value: Value): void {
    this.delete(key)
    if (this.#sizeOf(value) <= this.#mostBytes / LARGEST_PART) this.#add(key, value)
  }

  delete(key: Key): void {
    const young = this.#young.get(key)
    if (young !== undefined) this.#youngBytes -= this.#sizeOf(young)
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#youngBytes = 0
  }

  #add(key: Key, value: Value) {
    const bytes = this.#sizeOf(value)
    if (this.#youngBytes + bytes > this.#mostBytes / 2) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = 0
    }
    this.#young.set(key, value)
    this.#youngBytes += bytes
  }

  #sizeOf(value: Value): number {
    if (typeof value !== 'string') return value.length + ARRAY_BYTES + ENTRY_BYTES
    return value.length * this.#unitBytes + ENTRY_BYTES
  }
}
