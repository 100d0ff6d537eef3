// The tabs of one browser: which of them hold a request for events, and which one notifies.

import type { Environment } from './environment.ts'

/** Browsers open six connections to a host, so only so many tabs hold one for events. */
const HOLDING = 2
const ANNOUNCE_EVERY = 20_000
/** A tab that has said nothing for so long is closed. */
const GONE_AFTER = 65_000

/** What a tab says about the session, which all tabs of a browser share. */
export type SessionNews = { kind: 'loggedOut' } | { kind: 'loggedIn'; userId: number }

interface Tab {
  id: string
  /** When the tab was last visible, in milliseconds; the present time if it is visible. */
  lastVisible: number
  heardAt: number
}

export class Tabs {
  /** Another tab has logged in or out. */
  onSession: (news: SessionNews) => void = () => {}
  readonly #env: Environment
  readonly #others = new Map<string, Tab>()
  #lastVisible: number

  constructor(env: Environment) {
    this.#env = env
    this.#lastVisible = env.clock.now()
    if (env.channel) env.channel.onmessage = ({ data }) => this.#heard(data)
    env.onVisibility(() => this.#announce())
    this.#keepAnnouncing()
  }

  /** Whether this tab may hold a request for events; without a way to talk, only while visible. */
  get mayHold(): boolean {
    if (!this.#env.channel) return this.#env.isVisible()
    return this.#rank() < HOLDING
  }

  /** Whether this tab speaks for all: it notifies, and says that one is here. */
  get isFirst(): boolean {
    return this.#rank() === 0
  }

  /** Says to the other tabs what has become of the session. */
  tell(session: SessionNews) {
    this.#env.channel?.postMessage({ session })
  }

  /** The page is closed. */
  leave() {
    this.#env.channel?.postMessage({ id: this.#env.tabId, gone: true })
  }

  /** How many tabs were visible more recently. */
  #rank(): number {
    const now = this.#env.clock.now()
    const own = this.#env.isVisible() ? now : this.#lastVisible
    const before = [...this.#others.values()].filter(
      (tab) =>
        now - tab.heardAt < GONE_AFTER &&
        (tab.lastVisible > own || (tab.lastVisible === own && tab.id < this.#env.tabId)),
    )
    return before.length
  }

  #keepAnnouncing() {
    this.#announce()
    this.#env.after(ANNOUNCE_EVERY, () => this.#keepAnnouncing())
  }

  #announce() {
    if (this.#env.isVisible()) this.#lastVisible = this.#env.clock.now()
    this.#env.channel?.postMessage({ id: this.#env.tabId, lastVisible: this.#lastVisible })
  }

  #heard(data: unknown) {
    const { id, lastVisible, gone, session } = data as Partial<Tab> & News
    if (session) this.onSession(session)
    if (id === undefined) return
    const isNew = !this.#others.has(id)
    if (gone) this.#others.delete(id)
    else this.#others.set(id, { id, lastVisible: lastVisible!, heardAt: this.#env.clock.now() })
    // A tab that has just opened does not know of us.
    if (isNew && !gone) this.#announce()
  }
}

interface News {
  gone?: boolean
  session?: SessionNews
}
