// The lists of messages that narrows hold, kept right while messages come, go and move.

import { type Signal, signal } from '@preact/signals-core'
import { channelIn } from './conversations.ts'
import type { Message, Messages } from './messages.ts'
import {
  channelNarrow,
  conversationIn,
  FEED,
  keyOf,
  matches,
  type Narrow,
  type Surroundings,
  type Term,
} from './narrow.ts'
import type { Segment, Segments } from './segments.ts'
import * as segments from './segments.ts'

/** What is known of the messages that a narrow holds. */
export interface MessageList {
  readonly key: string
  readonly narrow: Narrow
  readonly segments: Signal<Segments>
  /** How many views show it: such lists are kept. */
  open: number
}

/** Lists that are kept beside those that are open. */
const MOST_LISTS = 80

export class Lists {
  /** The least recently used first. */
  readonly #lists = new Map<string, MessageList>()
  readonly #messages: Messages
  readonly #around: Surroundings
  /** Asks the server about messages of which only it can tell whether a narrow holds them. */
  askServer: (list: MessageList, ids: readonly number[]) => void = () => {}

  constructor(messages: Messages, around: Surroundings) {
    this.#messages = messages
    this.#around = around
  }

  /** The list of a narrow; a new one begins with what lists that reach over it know. */
  get(narrow: Narrow): MessageList {
    const key = keyOf(narrow)
    const known = this.#lists.get(key)
    this.#lists.delete(key)
    const list = known ?? { key, narrow, segments: signal(this.#seed(narrow)), open: 0 }
    this.#lists.set(key, list)
    this.#forgetOldest()
    return list
  }

  /** IDs of messages that lists hold. */
  heldIds(): Set<number> {
    const held = new Set<number>()
    for (const { segments } of this.#lists.values())
      for (const { ids } of segments.peek()) for (const id of ids) held.add(id)
    return held
  }

  /** A stretch of a list was fetched; its messages are stored. */
  insert(list: MessageList, fetched: Segment) {
    list.segments.value = segments.insert(list.segments.peek(), fetched)
  }

  /** A message is new, or something that decides about it has changed. */
  consider(id: number) {
    const message = this.#messages.peek(id)
    for (const list of this.#lists.values()) {
      if (!message) this.#change(list, segments.remove, id)
      else this.#considerIn(list, message)
    }
  }

  /** The server has told which of the messages it was asked about a narrow holds. */
  decided(list: MessageList, ids: readonly number[]) {
    for (const id of ids) if (this.#messages.has(id)) this.#change(list, segments.add, id)
  }

  /** Messages that are not stored have moved to a topic: lists that may hold them get a gap. */
  movedUnseen(ids: readonly number[], channelId: number, topic: string) {
    for (const list of this.#lists.values()) {
      if (!mayHold(list.narrow, channelId, topic, this.#around)) continue
      for (const id of ids) this.#change(list, segments.cut, id)
    }
  }

  /** What is muted or followed has changed: lists that depend on it are looked through. */
  visibilityChanged() {
    for (const list of this.#lists.values()) {
      if (!list.narrow.some(dependsOnVisibility)) continue
      list.segments.value = list.segments.peek().map((segment) => ({
        ...segment,
        ids: segment.ids.filter((id) => this.#holds(list, id) !== false),
        stale: true,
      }))
    }
  }

  /**
   * What lists know may be wrong, because one may read other messages than before.
   * @param channelIds of these channels; undefined: anywhere
   */
  doubt(channelIds?: readonly number[]) {
    for (const list of this.#lists.values()) {
      const channelId = list.narrow.find(isChannelTerm)?.operand as number | undefined
      if (channelIds && channelId !== undefined && !channelIds.includes(channelId)) continue
      list.segments.value = list.segments.peek().map((segment) => ({ ...segment, stale: true }))
    }
  }

  /** Events were missed. @param newest the newest message that was known before */
  expire(newest: number) {
    for (const list of this.#lists.values())
      list.segments.value = segments.expire(list.segments.peek(), newest)
  }

  /** Forgets everything. */
  clear() {
    this.#lists.clear()
  }

  #considerIn(list: MessageList, message: Message) {
    const { id } = message
    const holds = matches(list.narrow, message, this.#around)
    if (holds === true) this.#change(list, segments.add, id)
    // Messages do not vanish from the list of unread ones while one reads it.
    else if (holds === false && !list.narrow.some(isUnreadTerm))
      this.#change(list, segments.remove, id)
    else if (holds === undefined && segments.covering(list.segments.peek(), id))
      this.askServer(list, [id])
  }

  #holds(list: MessageList, id: number) {
    const message = this.#messages.peek(id)
    return message ? matches(list.narrow, message, this.#around) : false
  }

  #change(list: MessageList, how: (segments: Segments, id: number) => Segments, id: number) {
    const before = list.segments.peek()
    const after = how(before, id)
    if (after !== before) list.segments.value = after
  }

  /**
   * What wider lists hold of a narrow, to be shown at once. It is stale until it is fetched, because those
   * lists do not reach back to the oldest message.
   */
  #seed(narrow: Narrow): Segments {
    for (const wider of widerThan(narrow)) {
      const newest = this.#lists.get(keyOf(wider))?.segments.peek().at(-1)
      if (newest?.to !== Number.POSITIVE_INFINITY) continue
      const seeded = { narrow } as MessageList
      const ids = newest.ids.filter((id) => this.#holds(seeded, id) === true)
      if (ids.length > 0) return [{ ...newest, ids, stale: true }]
    }
    return []
  }

  #forgetOldest() {
    for (const list of this.#lists.values()) {
      if (this.#lists.size <= MOST_LISTS) return
      if (list.open === 0) this.#lists.delete(list.key)
    }
  }
}

/** Narrows that hold all messages of a narrow, the narrowest first. */
function widerThan(narrow: Narrow): Narrow[] {
  const conversation = conversationIn(narrow)
  const channelId = conversation === undefined ? undefined : channelIn(conversation)
  return channelId === undefined ? [FEED] : [channelNarrow(channelId), FEED]
}

const isChannelTerm = ({ operator, negated }: Term) => operator === 'channel' && !negated

const isUnreadTerm = ({ operator, operand, negated }: Term) =>
  operator === 'is' && operand === 'unread' && !negated

const dependsOnVisibility = ({ operator, operand }: Term) =>
  operator === 'in' || (operator === 'is' && (operand === 'followed' || operand === 'muted'))

/** Terms that a message's place alone decides. */
const PLACED = new Set(['channel', 'channels', 'topic', 'dm', 'dm-with', 'in'])
const PLACED_IS = new Set(['dm', 'resolved', 'followed', 'muted'])

/** Whether a narrow may hold a message of a topic, whatever else the message is like. */
function mayHold(narrow: Narrow, stream_id: number, topic: string, around: Surroundings): boolean {
  const placed = narrow.filter(({ operator, operand }) =>
    operator === 'is' ? PLACED_IS.has(operand as string) : PLACED.has(operator),
  )
  const message = { stream_id, topic, conversation: `c:${stream_id}:${topic}` } as Message
  return matches(placed, message, around) !== false
}
