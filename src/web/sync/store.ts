// What is kept on this device for the next time: the snapshot, messages, drafts, the outbox.

/** meta: parts of the snapshot; messages: by ID; local: drafts, outbox, places. */
export type Area = 'meta' | 'messages' | 'local'

/** Values by area and key; reads and writes may fail silently where the browser forgets. */
export interface Store {
  /** Whether what is kept outlives the page. */
  readonly lasts: boolean
  get(area: Area, key: string): Promise<unknown>
  put(area: Area, key: string, value: unknown): Promise<void>
  delete(area: Area, key: string): Promise<void>
  keys(area: Area): Promise<string[]>
  /** Keys and values of an area. */
  all(area: Area): Promise<[key: string, value: unknown][]>
  /** Everything is gone. */
  erase(): Promise<void>
}

/** Keeps nothing beyond the page: without IndexedDB, and where one is not to be remembered. */
export class MemoryStore implements Store {
  readonly lasts: boolean = false
  readonly #areas = new Map<Area, Map<string, unknown>>()

  async get(area: Area, key: string) {
    return this.#area(area).get(key)
  }

  async put(area: Area, key: string, value: unknown) {
    this.#area(area).set(key, value)
  }

  async delete(area: Area, key: string) {
    this.#area(area).delete(key)
  }

  async keys(area: Area) {
    return [...this.#area(area).keys()]
  }

  async all(area: Area) {
    return [...this.#area(area)]
  }

  async erase() {
    this.#areas.clear()
  }

  #area(area: Area): Map<string, unknown> {
    const known = this.#areas.get(area) ?? new Map()
    this.#areas.set(area, known)
    return known
  }
}

/**
 * A store that can be closed: between logging out and logging in again nothing is kept, whatever is
 * still under way.
 */
export class GatedStore implements Store {
  readonly #store: Store
  #isOpen = false

  constructor(store: Store) {
    this.#store = store
  }

  get lasts() {
    return this.#store.lasts && this.#isOpen
  }

  open() {
    this.#isOpen = true
  }

  get(area: Area, key: string) {
    return this.#store.get(area, key)
  }

  async put(area: Area, key: string, value: unknown) {
    if (this.#isOpen) await this.#store.put(area, key, value)
  }

  async delete(area: Area, key: string) {
    if (this.#isOpen) await this.#store.delete(area, key)
  }

  keys(area: Area) {
    return this.#store.keys(area)
  }

  all(area: Area) {
    return this.#store.all(area)
  }

  /** Closes the store and removes what was kept. */
  async erase() {
    this.#isOpen = false
    await this.#store.erase()
  }
}
