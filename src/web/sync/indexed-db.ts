// What is kept on this device, in the browser's database.

import type { Area, Store } from './store.ts'

const AREAS: readonly Area[] = ['meta', 'messages', 'local']

/** @returns undefined where the browser keeps nothing: in private windows of some */
export async function openStore(): Promise<Store | undefined> {
  try {
    const request = indexedDB.open('hearth', 1)
    request.onupgradeneeded = () => {
      for (const area of AREAS) request.result.createObjectStore(area)
    }
    return new IndexedDbStore(await done(request))
  } catch {
    return undefined
  }
}

class IndexedDbStore implements Store {
  readonly lasts = true
  readonly #db: IDBDatabase

  constructor(db: IDBDatabase) {
    this.#db = db
  }

  async get(area: Area, key: string) {
    return done(this.#in(area, 'readonly').get(key))
  }

  async put(area: Area, key: string, value: unknown) {
    await done(this.#in(area, 'readwrite').put(value, key)).catch(ignore)
  }

  async delete(area: Area, key: string) {
    await done(this.#in(area, 'readwrite').delete(key)).catch(ignore)
  }

  async keys(area: Area) {
    return (await done(this.#in(area, 'readonly').getAllKeys())).map(String)
  }

  async all(area: Area) {
    const store = this.#in(area, 'readonly')
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
    return keys.map((key, at): [string, unknown] => [String(key), values[at]])
  }

  async erase() {
    await Promise.all(AREAS.map((area) => done(this.#in(area, 'readwrite').clear())))
  }

  #in(area: Area, mode: IDBTransactionMode): IDBObjectStore {
    return this.#db.transaction(area, mode).objectStore(area)
  }
}

/** A full disk loses what was kept, not what is written in the page. */
const ignore = () => {}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
