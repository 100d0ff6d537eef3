// One client's event queue: numbered events, kept until the client acknowledges them.

import { JsonBytes } from '../../base/json.ts'
import type { Timer } from '../../base/timers.ts'
import { bitsOfFormat, type ClientFormat } from '../types/client-format.ts'
import { type QueueFilter, simplified, sizeOfFilter } from './filter.ts'
import { WaitingEvents } from './waiting-events.ts'

/** What a queue is opened with. */
export interface QueueSpec {
  filter: QueueFilter
  format: ClientFormat
  /** Seconds without a poll after which the queue is dropped. */
  idleTimeout: number
  /** Name of the client program, so that `website` queues can be told apart. */
  client: string
}

/** What queues are opened with, once for all that are opened alike: clients of one program are. */
const specs = new Map<string, QueueSpec>()

const MOST_KEPT = 500
/** Characters; a client may give a filter of any length. */
const LONGEST_KEPT = 1000

function internSpec({ filter, format, idleTimeout, client }: QueueSpec, formatBits: number) {
  const spec: QueueSpec = { filter: simplified(filter), format, idleTimeout, client }
  const { types, narrow, allPublic } = spec.filter
  const key = JSON.stringify([
    types && [...types],
    narrow,
    allPublic,
    formatBits,
    idleTimeout,
    client,
  ])
  const known = specs.get(key)
  if (known) return known
  if (specs.size < MOST_KEPT && key.length <= LONGEST_KEPT) specs.set(key, spec)
  return spec
}

/** A held GET /events: a function to be called exactly once, with the answer. */
export type Poll = (events: JsonBytes) => void

/** A queue as plain data, from which the next run of the server restores it. */
export interface QueueState {
  id: string
  userId: number
  spec: QueueSpec
  /** ID of the newest event. */
  lastEventId: number
  acknowledged: number
  /** The newest events, as they are kept: JSON in UTF-8 (see JsonBytes) without the opening brace. */
  waiting: string[]
}

/** Characters of events in one answer: to write 16 million held everyone for 50 to 120 ms. */
const MOST_OF_ANSWER = 2_000_000

const HEARTBEAT = '"type":"heartbeat"}'

/**
 * The events one client has not yet acknowledged. IDs count up from 0; acknowledging drops
 * everything up to an ID; what is not acknowledged is handed out again on every poll.
 */
export class EventQueue {
  readonly id: string
  readonly userId: number
  readonly spec: QueueSpec
  readonly formatBits: number
  /** When the client last asked, in milliseconds of the clock's `elapsed`. */
  polledAt: number
  poll: Poll | undefined
  /** Closes the queue when its client stays away. */
  expiry: Timer | undefined
  /** Characters held, in events and in the filter; those shared between queues count in each. */
  size: number
  /** Collects the types of all events of its user, also of those that the filter leaves out. */
  happened: Set<string> | undefined
  /** JSON of the newest events in UTF-8, without its opening brace: IDs are put in front when it is read. */
  readonly #waiting = new WaitingEvents()
  #nextId = 0
  #acknowledged = -1

  constructor(id: string, userId: number, spec: QueueSpec, now: number) {
    this.id = id
    this.userId = userId
    this.formatBits = bitsOfFormat(spec.format)
    this.spec = internSpec(spec, this.formatBits)
    this.polledAt = now
    this.size = sizeOfFilter(this.spec.filter)
  }

  /** Restores a queue of an earlier run. Its idle time starts anew, for it could not be polled. */
  static resume(state: QueueState, now: number): EventQueue {
    const queue = new EventQueue(state.id, state.userId, state.spec, now)
    queue.#nextId = state.lastEventId + 1 - state.waiting.length
    queue.#acknowledged = state.acknowledged
    for (const [number, rest] of state.waiting.entries()) queue.push(rest, number)
    return queue
  }

  state(): QueueState {
    return {
      id: this.id,
      userId: this.userId,
      spec: this.spec,
      lastEventId: this.lastEventId,
      acknowledged: this.#acknowledged,
      waiting: [...this.#waiting],
    }
  }

  get length() {
    return this.#waiting.length
  }

  /** ID of the newest event, -1 when there was none. */
  get lastEventId() {
    return this.#nextId - 1
  }

  /** @param number counts what is published to all queues */
  push(rest: string, number: number) {
    this.#waiting.push(rest, number)
    this.#nextId++
    this.size += rest.length
  }

  /**
   * Drops events up to `id`.
   * @returns whether a client that has seen exactly the events up to `id` can go on from here
   */
  acknowledge(id: number): boolean {
    if (id < this.#acknowledged || id >= this.#nextId) return false
    const seen = id + 1 - this.#firstId
    if (seen > 0) this.size -= this.#waiting.drop(seen)
    this.#acknowledged = id
    return true
  }

  /**
   * The events that are not acknowledged, as a JSON array; of many the first, and the next poll, which
   * acknowledges them, brings more.
   */
  read(): JsonBytes {
    let bytes = '['
    let id = this.#firstId
    for (const rest of this.#waiting) {
      if (bytes.length > 1 && bytes.length + rest.length > MOST_OF_ANSWER) break
      bytes += `${bytes.length > 1 ? ',' : ''}{"id":${id++},${rest}`
    }
    return new JsonBytes(`${bytes}]`)
  }

  /** The ID of the first event that waits, or of the next one. */
  get #firstId() {
    return this.#nextId - this.#waiting.length
  }

  /**
   * Answers the held poll, if there is one, with the unacknowledged events. Clients expect at least
   * one event of a poll that waited, so without any it is answered with a heartbeat.
   */
  answer() {
    const { poll } = this
    if (poll === undefined) return
    if (this.length === 0) this.push(HEARTBEAT, 0)
    this.poll = undefined
    poll(this.read())
  }
}
