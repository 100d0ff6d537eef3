// Holds all event queues and puts each event into those of its receivers. Queues are bounded: a
// client that stops reading is cut off and told to register again.

import type { TimerWheel } from '../../base/timers.ts'
import { randomToken } from '../../base/tokens.ts'
import type { Audience, Delivery, ReceiverFields } from '../types/types.ts'
import { accepts } from './filter.ts'
import { EventQueue, type Poll, type QueueSpec, type QueueState } from './queue.ts'
import { largestUsersFirst, mostCharacters, spareCharacters } from './room.ts'
import { Serialised } from './serialised.ts'

/** Bounds of queues. A client whose queue would exceed them loses it and is told to register again. */
export interface QueueLimits {
  /** Queues for each user; one more drops the queue that was polled longest ago. */
  queues: number
  events: number
  /** Texts that one event puts into the queues of a user: old clients get one for each message deleted. */
  texts: number
  characters: number
  /** Characters of all queues together. */
  totalCharacters: number
  /** What a queue counts there for itself, however little it holds. */
  charactersEach: number
}

const QUEUE_LIMITS: QueueLimits = {
  queues: 10_000,
  events: 50_000,
  texts: 50_000,
  characters: 16 * 1024 * 1024,
  totalCharacters: mostCharacters(),
  // With its timer an empty queue takes 6 kB, and each of a member's bots may have as many as the member.
  charactersEach: 4000,
}

/** Held requests are answered with a heartbeat within 45 to 55 seconds. */
const HEARTBEAT_MS = 45_000
const HEARTBEAT_SPREAD_MS = 10_000

/** The event queues of this server. One process has one hub. */
export class Hub {
  readonly #timers: TimerWheel
  readonly #limits: QueueLimits
  readonly #queues = new Map<string, EventQueue>()
  readonly #byUser = new Map<number, Set<EventQueue>>()
  /** Queues that also take public messages their user is not subscribed to. */
  readonly #listeningToPublic = new Set<EventQueue>()
  #characters = 0
  /** Counts what was published. */
  #published = 0
  #stopped = false

  constructor(timers: TimerWheel, limits = QUEUE_LIMITS) {
    this.#timers = timers
    this.#limits = limits
  }

  open(userId: number, spec: QueueSpec): EventQueue {
    const queue = new EventQueue(randomToken(32), userId, spec, this.#timers.elapsed())
    this.#add(queue)
    this.#makeRoomFor(userId)
    this.#makeRoom()
    return queue
  }

  /** Restores the queues of an earlier run. */
  resume(states: Iterable<QueueState>) {
    for (const state of states) this.#add(EventQueue.resume(state, this.#timers.elapsed()))
  }

  /** All queues for the next run, those polled last first. */
  *states(): Iterable<QueueState> {
    const queues = [...this.#queues.values()].sort((a, b) => b.polledAt - a.polledAt)
    for (const queue of queues) yield queue.state()
  }

  /** Finds a queue of this user; the queue of another user is treated as unknown. */
  find(userId: number, id: string): EventQueue | undefined {
    const queue = this.#queues.get(id)
    return queue?.userId === userId ? queue : undefined
  }

  /** How much there is of everything now. */
  counts() {
    let heldPolls = 0
    for (const { poll } of this.#queues.values()) if (poll) heldPolls++
    return { queues: this.#queues.size, heldPolls, characters: this.#characters }
  }

  get isEmpty() {
    return this.#queues.size === 0
  }

  /** Whether a user has a queue. */
  isListening(userId: number): boolean {
    return this.#byUser.has(userId)
  }

  /** Whether a client of a user polls now, or did within the time. */
  isPolledBy(userId: number, withinMs: number): boolean {
    const since = this.#timers.elapsed() - withinMs
    const own = this.#byUser.get(userId) ?? []
    return [...own].some((queue) => queue.poll !== undefined || queue.polledAt >= since)
  }

  /** Users with at least one queue. */
  listeners(): Iterable<number> {
    return this.#byUser.keys()
  }

  /**
   * Holds a poll until the queue has another event. A queue holds one poll: an earlier one is
   * answered at once.
   * @returns a function that drops the poll, for a client that hung up
   */
  hold(queue: EventQueue, poll: Poll): () => void {
    this.answer(queue)
    const heartbeat = this.#timers.after(HEARTBEAT_MS + Math.random() * HEARTBEAT_SPREAD_MS, () => {
      this.answer(queue)
    })
    const held: Poll = (events) => {
      heartbeat.cancel()
      queue.polledAt = this.#timers.elapsed()
      poll(events)
    }
    queue.poll = held
    if (this.#stopped) this.answer(queue)
    return () => {
      heartbeat.cancel()
      if (queue.poll !== held) return
      queue.poll = undefined
      queue.polledAt = this.#timers.elapsed()
    }
  }

  /** Answers the poll that the queue holds, if it holds one. */
  answer(queue: EventQueue) {
    const before = queue.size
    queue.answer()
    this.#characters += queue.size - before
  }

  /** Drops events the client has seen. @returns false if the queue does not know that ID */
  acknowledge(queue: EventQueue, lastEventId: number): boolean {
    const before = queue.size
    queue.polledAt = this.#timers.elapsed()
    const possible = queue.acknowledge(lastEventId)
    this.#characters += queue.size - before
    return possible
  }

  close(queue: EventQueue) {
    if (!this.#queues.delete(queue.id)) return
    this.#listeningToPublic.delete(queue)
    const own = this.#byUser.get(queue.userId)
    own?.delete(queue)
    if (own?.size === 0) this.#byUser.delete(queue.userId)
    this.#characters -= queue.size
    // A pending timer would keep the queue and its events in memory, for days perhaps.
    queue.expiry?.cancel()
    queue.answer()
  }

  /** Closes every queue of a user, who was deactivated or has a new API key. */
  closeAllOf(userId: number) {
    for (const queue of [...(this.#byUser.get(userId) ?? [])]) this.close(queue)
  }

  publish(deliveries: readonly Delivery[]) {
    const touched = new Set<EventQueue>()
    for (const delivery of deliveries) this.#deliver(delivery, touched)
    // Polls are answered after all events of the commit are in, so that a client sees them together.
    for (const queue of touched) queue.answer()
    for (const queue of touched) {
      if (queue.length > this.#limits.events || queue.size > this.#limits.characters)
        this.close(queue)
    }
    this.#makeRoom()
  }

  /** Answers every held poll and stops all timers, so that clients poll the next server. */
  stop() {
    this.#stopped = true
    for (const queue of this.#queues.values()) this.answer(queue)
  }

  #add(queue: EventQueue) {
    const { userId, spec } = queue
    this.#queues.set(queue.id, queue)
    const own = this.#byUser.get(userId)
    if (own) own.add(queue)
    else this.#byUser.set(userId, new Set([queue]))
    if (spec.filter.allPublic || spec.filter.narrow.length > 0) this.#listeningToPublic.add(queue)
    this.#characters += queue.size
    this.#expireWhenIdle(queue)
  }

  #deliver(delivery: Delivery, touched: Set<EventQueue>) {
    this.#published++
    let texts: Serialised | undefined
    let ofUser = 0
    const give = (queue: EventQueue, personal: ReceiverFields | undefined) => {
      queue.happened?.add(delivery.event.type)
      if (!accepts(queue.spec.filter, delivery.event, personal)) return
      texts ??= new Serialised(delivery)
      const rests = texts.for(queue, personal)
      ofUser += rests.length
      if (ofUser > this.#limits.texts) return this.close(queue)
      for (const rest of rests) {
        queue.push(rest, this.#published)
        this.#characters += rest.length
        touched.add(queue)
      }
    }
    const reached =
      delivery.public && this.#listeningToPublic.size > 0 ? new Set<EventQueue>() : undefined
    for (const userId of this.#receivers(delivery.to)) {
      const queues = this.#byUser.get(userId)
      if (queues === undefined) continue
      const personal = delivery.personal?.(userId)
      ofUser = 0
      for (const queue of queues) {
        reached?.add(queue)
        give(queue, personal)
      }
    }
    if (reached === undefined) return
    for (const queue of this.#listeningToPublic) {
      ofUser = 0
      if (!reached.has(queue) && delivery.public?.(queue.userId)) give(queue, NO_FLAGS)
    }
  }

  #receivers(to: Audience): Iterable<number> {
    if (to === 'everyone') return this.#byUser.keys()
    if (typeof to !== 'function') return to
    return [...this.#byUser.keys()].filter(to)
  }

  /** One timer follows a queue through its life; polling only moves the deadline it checks. */
  #expireWhenIdle(queue: EventQueue, idle = 0) {
    const timeout = queue.spec.idleTimeout * 1000
    queue.expiry = this.#timers.after(timeout - idle, () => {
      const idle = queue.poll ? 0 : this.#timers.elapsed() - queue.polledAt
      if (queue.poll === undefined && idle >= timeout) this.close(queue)
      else this.#expireWhenIdle(queue, idle)
    })
  }

  #makeRoomFor(userId: number) {
    const own = this.#byUser.get(userId)!
    if (own.size <= this.#limits.queues) return
    let oldest: EventQueue | undefined
    for (const queue of own)
      if (!queue.poll && (!oldest || queue.polledAt < oldest.polledAt)) oldest = queue
    this.close(oldest!)
  }

  #makeRoom() {
    const { totalCharacters: most, charactersEach: each } = this.#limits
    const taken = () => this.#characters + this.#queues.size * each
    if (taken() <= most) return
    for (const queue of largestUsersFirst(this.#byUser.values(), each)) {
      if (taken() <= most - spareCharacters(most)) return
      this.close(queue)
    }
  }
}

const NO_FLAGS = { flags: [] }
