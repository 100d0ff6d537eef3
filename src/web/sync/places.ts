// Where one was in each narrow, kept for the life of a tab: reloading the page returns there.

import type { ViewPlace } from '../model/windows.ts'
import type { Environment } from './environment.ts'

/** Narrows whose places are kept: those that were moved in last. */
const MOST_PLACES = 80

const KEY = 'hearth-places'

/** Places by the key of their narrow; written to the tab's storage when the page is left. */
export class Places {
  /** The one that was noted longest ago first. */
  #places = new Map<string, ViewPlace>()
  #userId: number | undefined
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
    env.onLeave(() => this.#save())
  }

  get(key: string): ViewPlace | undefined {
    return this.#places.get(key)
  }

  note(key: string, place: ViewPlace) {
    this.#places.delete(key)
    this.#places.set(key, place)
    const [oldest] = this.#places.keys()
    if (this.#places.size > MOST_PLACES) this.#places.delete(oldest!)
  }

  /** Takes up what this tab kept of a user; the places of another user are dropped. */
  restore(userId: number) {
    if (this.#userId === userId) return
    this.#userId = userId
    this.#places = new Map(this.#kept(userId))
  }

  /** The user has logged out. */
  forget() {
    this.#places.clear()
    this.#userId = undefined
    this.#save()
  }

  #kept(userId: number): [string, ViewPlace][] {
    try {
      const kept = JSON.parse(this.#env.tabStorage?.getItem(KEY) ?? '{}') as Partial<Kept>
      return kept.userId === userId ? (kept.places ?? []) : []
    } catch {
      return []
    }
  }

  #save() {
    try {
      if (this.#userId === undefined) this.#env.tabStorage?.removeItem(KEY)
      else {
        const kept: Kept = { userId: this.#userId, places: [...this.#places] }
        this.#env.tabStorage?.setItem(KEY, JSON.stringify(kept))
      }
    } catch {
      // The storage is full, or the browser refuses it: places live with the page.
    }
  }
}

interface Kept {
  userId: number
  places: [key: string, place: ViewPlace][]
}
