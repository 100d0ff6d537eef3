// All that is true for the person who is logged in: a snapshot of the server, and what events made of it.

import { batch } from '@preact/signals-core'
import { applyEvent } from './apply.ts'
import type { Clock } from './clock.ts'
import type { ClientEvent } from './events.ts'
import type { MessageList } from './lists.ts'
import type { Message } from './messages.ts'
import type { Narrow } from './narrow.ts'
import { State } from './state.ts'
import type { WireMessage } from './wire.ts'

/** What the model is given. */
export interface Handed {
  clock: Clock
  /** Called once per type of event that this client does not know. */
  onUnknownEvent?: (type: string) => void
}

/** A fetch of messages that is under way. */
export interface Fetch {
  /** How many events had been kept when it began. */
  readonly since: number
}

const ABOUT_MESSAGES = new Set(
  `message update_message delete_message update_message_flags reaction submessage`.split(' '),
)

/**
 * Whether an event changes messages that are stored. Changes of the flag `read` do not: Unreads keeps
 * which messages are read.
 */
const concernsMessages = (event: ClientEvent) =>
  ABOUT_MESSAGES.has(event.type) && (event as { flag?: string }).flag !== 'read'

/**
 * The state of one organization for one person. One model lives as long as the page: a new
 * snapshot is loaded into it, and what is the same as before is not drawn again.
 */
export class Model extends State {
  readonly #onUnknownEvent: (type: string) => void
  readonly #unknown = new Set<string>()
  #meanwhile: ClientEvent[] = []
  readonly #fetches = new Set<Fetch>()
  readonly #listeners = new Set<(event: ClientEvent) => void>()

  constructor({ clock, onUnknownEvent = () => {} }: Handed) {
    super(clock)
    this.#onUnknownEvent = onUnknownEvent
  }

  /** Applies the events of one answer at once: nothing is drawn in between. */
  applyAll(events: readonly ClientEvent[]) {
    batch(() => {
      for (const event of events) this.apply(event)
    })
  }

  apply(event: ClientEvent) {
    if (!applyEvent(this, event) && !this.#unknown.has(event.type)) {
      this.#unknown.add(event.type)
      this.#onUnknownEvent(event.type)
    }
    if (this.#fetches.size > 0 && concernsMessages(event)) this.#meanwhile.push(event)
    for (const listener of this.#listeners) listener(event)
  }

  /**
   * Says that messages are being fetched. The answer is of some moment until it comes, so what
   * happens meanwhile is kept, and applied once more to what the answer brings.
   */
  beginFetch(): Fetch {
    const fetch = { since: this.#meanwhile.length }
    this.#fetches.add(fetch)
    return fetch
  }

  /** The fetch has failed. */
  dropFetch(fetch: Fetch) {
    this.#fetches.delete(fetch)
    if (this.#fetches.size === 0) this.#meanwhile = []
  }

  /**
   * Takes in the messages of an answer.
   * @param stretch the list they were fetched for, and between which IDs they are all it holds
   */
  endFetch(
    fetch: Fetch,
    messages: readonly WireMessage[],
    stretch?: { list: MessageList; from: number; to: number },
  ) {
    const missed = this.#meanwhile.slice(fetch.since)
    this.dropFetch(fetch)
    batch(() => {
      this.addMessages(messages)
      if (stretch) {
        const { list, from, to } = stretch
        this.lists.insert(list, { from, to, ids: messages.map(({ id }) => id), stale: false })
      }
      for (const event of missed) {
        if (event.type === 'message') this.lists.consider(event.message.id)
        else applyEvent(this, event)
      }
    })
  }

  /**
   * Takes in a stretch of a narrow as this device has kept it. It is stale until the server confirms it.
   * @param messages all of the stretch, ascending
   */
  restoreList(
    narrow: Narrow,
    { from, to }: { from: number; to: number },
    messages: readonly Message[],
  ) {
    batch(() => {
      for (const message of messages) this.messages.restore(message)
      for (const { id } of messages) this.sawMessage(id)
      this.recents.note(messages)
      const ids = messages.map(({ id }) => id)
      this.lists.insert(this.lists.get(narrow), { from, to, ids, stale: true })
    })
  }

  /** Calls back after every event that was applied. @returns what ends it */
  onEvent(listener: (event: ClientEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
