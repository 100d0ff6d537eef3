// Keeps on this device what the page knows, so that it can be shown again without a network: the
// snapshot, the events since then, and the messages of the views that were open last.

import type { ClientEvent } from '../model/events.ts'
import type { Message } from '../model/messages.ts'
import type { Model } from '../model/model.ts'
import type { Narrow } from '../model/narrow.ts'
import type { Snapshot } from '../model/wire.ts'
import type { Environment } from './environment.ts'
import type { Views } from './views.ts'

/** Milliseconds from a change until it is kept, so that a burst is written once. */
const PAUSE = 3000

/** Narrows whose messages are kept: those that were shown last. */
const MOST_LISTS = 20

/** Tabs whose state is kept: those that wrote last. */
const MOST_TABS = 3

/** Events after which a new snapshot is asked for, instead of keeping more. */
const MOST_EVENTS = 10_000

/** Events that are not kept, because they describe a state that lasts for seconds. */
const FLEETING = new Set(['presence', 'typing', 'heartbeat'])

/** What one tab keeps of its state. Its events lie beside it, in parts. */
interface KeptState {
  /** The build that wrote it: another one may read snapshots differently. */
  build: string
  snapshot: Snapshot
}

/** The messages that a view showed. */
interface KeptList {
  narrow: Narrow
  from: number
  to: number
  messages: Message[]
}

export class Keeper {
  /** Asks for a new snapshot. */
  renew: () => void = () => {}
  readonly #env: Environment
  readonly #model: Model
  readonly #views: Views
  #snapshot: Snapshot | undefined
  #events: ClientEvent[] = []
  /** Parts of events that were written, and how many events they hold. */
  #parts = 0
  #kept = 0
  #cancel: (() => void) | undefined

  constructor(env: Environment, model: Model, views: Views) {
    this.#env = env
    this.#model = model
    this.#views = views
    views.onClosed = ({ narrow }) => void this.#keepList(narrow)
    env.onLeave(() => void this.#write())
  }

  /** A snapshot has come, in place of all that was known. */
  registered(snapshot: Snapshot) {
    if (!this.#env.store.lasts) return
    this.#snapshot = snapshot
    this.#events = []
    this.#parts = 0
    this.#kept = 0
    this.#writeSoon()
  }

  received(events: readonly ClientEvent[]) {
    if (!this.#env.store.lasts) return
    this.#events.push(...events.filter(({ type }) => !FLEETING.has(type)))
    if (this.#kept + this.#events.length > MOST_EVENTS) this.renew()
    if (this.#events.length > 0) this.#writeSoon()
  }

  /** Nothing more is written: the user has logged out. */
  stop() {
    this.#cancel?.()
    this.#cancel = undefined
    this.#snapshot = undefined
    this.#events = []
  }

  /** Removes what others have written; drafts and the outbox stay. */
  async erase() {
    this.stop()
    const { store } = this.#env
    for (const area of ['meta', 'messages'] as const)
      for (const key of await store.keys(area)) if (key !== 'user') await store.delete(area, key)
  }

  /** Loads what was kept into the model. @returns the user it belongs to; undefined without any */
  async restore(): Promise<number | undefined> {
    const { store, build } = this.#env
    const meta = new Map(await store.all('meta'))
    const [newest] = tabsIn(meta)
    const state = meta.get(`state/${newest}`) as KeptState | undefined
    if (state?.build !== build) return undefined
    const lists = await store.all('messages')
    this.#model.load(state.snapshot)
    for (let part = 0; meta.has(`events/${newest}/${part}`); part++)
      this.#model.applyAll(meta.get(`events/${newest}/${part}`) as ClientEvent[])
    for (const [, list] of lists) {
      const { narrow, from, to, messages } = list as KeptList
      this.#model.restoreList(narrow, { from, to }, messages)
    }
    return state.snapshot.user_id
  }

  #writeSoon() {
    this.#cancel ??= this.#env.after(PAUSE, () => void this.#write())
  }

  async #write() {
    this.#cancel?.()
    this.#cancel = undefined
    const { store, tabId, clock, build } = this.#env
    if (!this.#model.isLoaded.peek() || !store.lasts) return
    for (const view of this.#views.open()) void this.#keepList(view.narrow)
    const [snapshot, events] = [this.#snapshot, this.#events]
    if (snapshot) {
      this.#snapshot = undefined
      await store.put('meta', `state/${tabId}`, { build, snapshot } satisfies KeptState)
      await this.#forgetParts()
    }
    if (events.length > 0) {
      this.#events = []
      this.#kept += events.length
      await store.put('meta', `events/${tabId}/${this.#parts++}`, events)
    }
    if (snapshot || events.length > 0) await store.put('meta', `at/${tabId}`, clock.now())
  }

  /** Events before this tab's snapshot, and what tabs have left that are long closed. */
  async #forgetParts() {
    const { store, tabId } = this.#env
    const meta = await store.keys('meta')
    const values = new Map<string, unknown>()
    for (const key of meta) if (key.startsWith('at/')) values.set(key, await store.get('meta', key))
    const others = tabsIn(values).filter((tab) => tab !== tabId)
    const gone = new Set(others.slice(MOST_TABS - 1))
    const isOld = (key: string) => {
      const [kind, tab = ''] = key.split('/')
      return gone.has(tab) || (kind === 'events' && tab === tabId)
    }
    await Promise.all(meta.filter(isOld).map((key) => store.delete('meta', key)))
  }

  /** Keeps what a view draws. */
  async #keepList(narrow: Narrow) {
    const { store } = this.#env
    if (!store.lasts || !this.#model.isLoaded.peek()) return
    const view = this.#views.of(narrow)
    const messages = view.rows
      .peek()
      .flatMap((row) => (row.kind === 'message' ? [this.#model.messages.peek(row.id)!] : []))
    if (messages.length === 0) return
    const { atOldest, atNewest } = view.status.peek()
    const from = atOldest ? 0 : messages[0]!.id
    const to = atNewest ? Number.POSITIVE_INFINITY : messages.at(-1)!.id
    const { key } = view.list
    await store.put('messages', key, { narrow, from, to, messages } satisfies KeptList)
    const before = ((await store.get('meta', 'lists')) as string[] | undefined) ?? []
    const keys = [key, ...before.filter((other) => other !== key)]
    for (const old of keys.slice(MOST_LISTS)) await store.delete('messages', old)
    await store.put('meta', 'lists', keys.slice(0, MOST_LISTS))
  }
}

/** Tabs that have kept their state, the one that wrote last first. */
function tabsIn(meta: ReadonlyMap<string, unknown>): string[] {
  const written = [...meta].filter(([key]) => key.startsWith('at/')) as [string, number][]
  return written.sort(([, a], [, b]) => b - a).map(([key]) => key.slice('at/'.length))
}
