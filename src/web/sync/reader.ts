// Marks messages as read: at once here, and on the server in one request a second at most.

import type { Model } from '../model/model.ts'
import { keyOf, kindOf, type Narrow, toWire } from '../model/narrow.ts'
import { type Answer, isPassing } from './answer.ts'
import type { Environment } from './environment.ts'
import type { Http } from './http.ts'

const FLUSH_EVERY = 1000
const MOST_AT_ONCE = 1000

/** When messages that were seen become read (web_mark_read_on_scroll_policy). */
const POLICY = { always: 1, inConversations: 2, never: 3 }

/** Views in which looking at a message does not read it. */
const OVERVIEWS = new Set(['search', 'mentions', 'starred'])

export class Reader {
  readonly #env: Environment
  readonly #model: Model
  readonly #http: Http
  readonly #waiting = new Set<number>()
  /** Marked as unread by hand: seeing them does not read them until they are left. */
  readonly #kept = new Set<number>()
  #isFlushing = false

  constructor(env: Environment, model: Model, http: Http) {
    this.#env = env
    this.#model = model
    this.#http = http
  }

  /** Whether seeing messages in a narrow reads them. */
  readsIn(narrow: Narrow): boolean {
    const policy = this.#model.settings.get('web_mark_read_on_scroll_policy')
    const { kind } = kindOf(narrow)
    if (policy === POLICY.never || OVERVIEWS.has(kind)) return false
    return policy === POLICY.always || kind === 'topic' || kind === 'direct'
  }

  /** The ends of messages were seen, in a page that is visible and has the focus. */
  seen(ids: readonly number[], narrow: Narrow) {
    if (this.readsIn(narrow)) this.read(ids.filter((id) => !this.#kept.has(id)))
  }

  /** Marks messages as read, seen or not. */
  read(ids: readonly number[]) {
    const unread = ids.filter((id) => this.#model.unreads.has(id))
    if (unread.length === 0) return
    this.#model.unreads.remove(unread)
    for (const id of unread) this.#waiting.add(id)
    this.#schedule()
  }

  /** Marks everything that a narrow holds as read. @returns the last answer */
  async markRead(narrow: Narrow): Promise<Answer> {
    const { unreads, lists } = this.#model
    const kind = kindOf(narrow)
    const known = kind.kind === 'topic' || kind.kind === 'direct' ? keyOf(narrow) : undefined
    const ids = lists
      .get(narrow)
      .segments.peek()
      .flatMap((segment) => segment.ids)
    const unread = known === undefined ? ids : [...ids, ...unreads.idsIn(known)]
    unreads.remove(unread)
    return this.#flagNarrow(narrow, 'add', 'oldest')
  }

  /** Marks everything everywhere as read. */
  async markAllRead(): Promise<Answer> {
    this.#model.unreads.clear()
    return this.#flagNarrow([], 'add', 'oldest')
  }

  /** Marks a message and all after it as unread; they stay so while they are looked at. */
  async markUnreadFrom(messageId: number, narrow: Narrow): Promise<Answer> {
    for (const { ids } of this.#model.lists.get(narrow).segments.peek())
      for (const id of ids) if (id >= messageId) this.#kept.add(id)
    return this.#flagNarrow(narrow, 'remove', messageId)
  }

  /** The view was left: what was kept unread is read when it is seen again. */
  left() {
    this.#kept.clear()
  }

  /** Forgets what is yet to be marked: the user has logged out. */
  stop() {
    this.#waiting.clear()
    this.#kept.clear()
  }

  /** The connection is back. */
  resume() {
    this.#schedule()
  }

  #schedule() {
    if (this.#isFlushing || this.#waiting.size === 0) return
    this.#isFlushing = true
    void this.#flush()
  }

  async #flush() {
    const messages = [...this.#waiting].slice(0, MOST_AT_ONCE)
    const answer = await this.#http.call('POST', '/messages/flags', {
      ...{ messages, op: 'add', flag: 'read' },
    })
    // Offline it waits: the feed says when to go on.
    const goesOn = answer.ok || !isPassing(answer)
    if (goesOn) for (const id of messages) this.#waiting.delete(id)
    const pause = answer.ok ? FLUSH_EVERY : (answer.retryAfter ?? 0) * 1000 || FLUSH_EVERY
    this.#env.after(pause, () => {
      this.#isFlushing = false
      if (goesOn || answer.status === 429) this.#schedule()
    })
  }

  async #flagNarrow(narrow: Narrow, op: 'add' | 'remove', from: number | 'oldest') {
    let anchor = from
    for (;;) {
      const answer = await this.#http.call<Marked>('POST', '/messages/flags/narrow', {
        ...{ anchor, num_before: 0, num_after: 5000, include_anchor: anchor === from },
        ...{ op, flag: 'read', narrow: toWire(narrow) },
      })
      if (!answer.ok || answer.found_newest || answer.last_processed_id === null) return answer
      anchor = answer.last_processed_id
    }
  }
}

interface Marked extends Record<string, unknown> {
  found_newest: boolean
  last_processed_id: number | null
}
