// What is kept on this device for the next time: the snapshot, messages, drafts, the outbox.

/** meta: parts of the snapshot; messages: by ID; local: drafts, outbox, places. */
export type Area = 'meta' | 'messages' | 'local'

/** Values by area and key; reads and writes may fail silently where the browser forgets. */
export interface Store {
  get(area: Area, key: string): Promise<unknown>
  put(area: Area, key: string, value: unknown): Promise<void>
  delete(area: Area, key: string): Promise<void>
  /** Keys and values of an area. */
  all(area: Area): Promise<[key: string, value: unknown][]>
  /** Everything is gone. */
  erase(): Promise<void>
}

/** Keeps nothing beyond the page: without IndexedDB, and where one is not to be remembered. */
export class MemoryStore implements Store {
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
