// The views of this page, by narrow, and how they outlive a lost queue of events.

import { batch } from '@preact/signals-core'
import type { MessageList } from '../model/lists.ts'
import type { Model } from '../model/model.ts'
import { directNarrow, type Narrow, type Place, topicNarrow, toWire } from '../model/narrow.ts'
import type { Snapshot, WireMessage } from '../model/wire.ts'
import type { Http } from './http.ts'
import type { Places } from './places.ts'
import { MessageView } from './view.ts'

/** Views that keep what they draw when they are not shown. */
const MOST_VIEWS = 80

/** The views of this page: those that were shown keep what they know. */
export class Views {
  /** A view is not shown any more. */
  onClosed: (view: MessageView) => void = () => {}
  readonly #views = new Map<MessageList, MessageView>()
  readonly #model: Model
  readonly #http: Http
  readonly #places: Places

  constructor(model: Model, http: Http, places: Places) {
    this.#model = model
    this.#http = http
    this.#places = places
    model.lists.askServer = (list, ids) => this.#asked(list, ids)
  }

  /** The view of a narrow; call its open and close as it is shown and hidden. */
  of(narrow: Narrow): MessageView {
    const list = this.#model.lists.get(narrow)
    const view = this.#views.get(list) ?? this.#make(list)
    this.#views.set(list, view)
    for (const [list, { isOpen }] of this.#views)
      if (this.#views.size > MOST_VIEWS && !isOpen) this.#views.delete(list)
    return view
  }

  /** Views that are shown. */
  open(): MessageView[] {
    return [...this.#views.values()].filter((view) => view.isOpen)
  }

  /** Where a place is now: a link may name a message that has moved to another conversation. */
  async resolve(place: Place): Promise<Place> {
    const { with: id, near } = place
    if (id === undefined) return place
    if (!this.#model.messages.has(id)) {
      const fetch = this.#model.beginFetch()
      const answer = await this.#http.call<{ message: WireMessage }>('GET', `/messages/${id}`, {
        allow_empty_topic_name: true,
      })
      if (answer.ok) this.#model.endFetch(fetch, [answer.message])
      else this.#model.dropFetch(fetch)
    }
    const found = placeOfMessage(this.#model, id)
    return found ? { ...found, ...(near !== undefined && { near }) } : { ...place, with: undefined }
  }

  /** Brings these messages into the model, those that are not there yet; a refusal leaves them out. */
  async bring(ids: readonly number[]) {
    const missing = ids.filter((id) => !this.#model.messages.has(id))
    if (missing.length === 0) return
    const fetch = this.#model.beginFetch()
    const answer = await this.#http.call<{ messages: WireMessage[] }>('GET', '/messages', {
      message_ids: missing,
      allow_empty_topic_name: true,
    })
    if (answer.ok) this.#model.endFetch(fetch, answer.messages)
    else this.#model.dropFetch(fetch)
  }

  /**
   * A new snapshot has come: loads it, and what the open views show, at one moment. What else
   * was known is shown until it is fetched.
   */
  async reload(snapshot: Snapshot) {
    const open = this.open()
    const newest = this.#model.newestId
    const taken = await Promise.all(open.map((view) => view.refetch()))
    batch(() => {
      this.#model.load(snapshot)
      this.#model.lists.expire(newest)
      this.#model.topics.expire()
      for (const take of taken) take?.()
    })
  }

  #make(list: MessageList): MessageView {
    const view = new MessageView(this.#model, this.#http, list, this.#places)
    view.onClosed = () => this.onClosed(view)
    return view
  }

  /** Only the server can tell whether a narrow holds these messages. */
  async #asked(list: MessageList, msg_ids: readonly number[]) {
    const narrow = toWire(list.narrow)
    const answer = await this.#http.call<{ messages: Record<string, object> }>(
      'GET',
      '/messages/matches_narrow',
      { msg_ids, narrow },
    )
    if (answer.ok) this.#model.lists.decided(list, Object.keys(answer.messages).map(Number))
  }
}

/** The place of a message of a conversation, wherever that has moved to. */
export function placeOfMessage(model: Model, id: number): Place | undefined {
  const message = model.messages.peek(id)
  if (!message) return undefined
  const { stream_id, topic, people } = message
  return stream_id === undefined
    ? { narrow: directNarrow(people!, model.users.ownId.peek()) }
    : { narrow: topicNarrow(stream_id, topic) }
}
