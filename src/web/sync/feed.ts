// The stream of events: registers, polls, waits longer after each failure, and registers anew.

import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { ClientEvent } from '../model/events.ts'
import type { Snapshot } from '../model/wire.ts'
import type { Answer, Refusal } from './answer.ts'
import type { Environment } from './environment.ts'
import type { Http } from './http.ts'
import { REGISTRATION } from './registration.ts'

/** Whether events come. */
export type Connection =
  | { kind: 'online' }
  /** `since`: when they last did, in milliseconds; `isOffline`: waiting a moment will not help */
  | { kind: 'reconnecting'; since: number; isOffline: boolean }

export interface FeedListener {
  /** A queue is there; polling begins when this is done. */
  registered(snapshot: Snapshot): Promise<void>
  /** Events have come, in order. */
  received(events: readonly ClientEvent[]): void
}

/** Milliseconds: the first wait after a failure, and the longest. */
const FIRST_WAIT = 100
const LONGEST_WAIT = 10_000

/** Held requests are answered within a minute; without an answer the connection is dead. */
const POLL_TIMEOUT = 90_000

/** Milliseconds between polls of tabs that may not hold a request. */
const PEEK_EVERY = 20_000

export class Feed {
  readonly connection: ReadonlySignal<Connection>
  /** The queue, which sends name so that their own events can be told. */
  queueId: string | undefined
  /** Whether this tab may hold a request; the others look every 20 seconds. */
  mayHold: () => boolean = () => true
  readonly #connection = signal<Connection>({ kind: 'online' })
  readonly #env: Environment
  readonly #http: Http
  readonly #listener: FeedListener
  #lastEventId = -1
  #failures = 0
  /** The next poll is answered at once: it finds out whether the server can be reached. */
  #isChecking = false
  /** Ends the poll that is held. */
  #held: AbortController | undefined
  #run: AbortController | undefined
  #wake: () => void = () => {}

  constructor(env: Environment, http: Http, listener: FeedListener) {
    this.#env = env
    this.#http = http
    this.#listener = listener
    this.connection = this.#connection
    env.onVisibility(() => env.isVisible() && this.poke())
    env.onOffline(() => this.#check())
  }

  /** Follows events until stop is called. */
  start() {
    this.stop()
    this.#run = new AbortController()
    void this.#follow(this.#run.signal)
  }

  stop() {
    this.#run?.abort()
    this.#run = undefined
    this.queueId = undefined
    this.#wake()
  }

  /** Tries at once instead of waiting: the network is back, or the user asked for it. */
  poke() {
    this.#wake()
  }

  /** The queue is given up for a new one, with a new snapshot. */
  renew() {
    this.queueId = undefined
  }

  /** There is no connection: shown until an answer comes. @param isOffline what is shown is old */
  lost(isOffline = !this.#env.isOnline()) {
    const before = this.#connection.peek()
    const since = before.kind === 'online' ? this.#env.clock.now() : before.since
    if (before.kind === 'online' || before.isOffline !== isOffline)
      this.#connection.value = { kind: 'reconnecting', since, isOffline }
  }

  /** The network is gone. The server may be on this machine: it is asked at once. */
  #check() {
    this.#isChecking = true
    this.#held?.abort()
    this.poke()
  }

  async #follow(signal: AbortSignal) {
    while (!signal.aborted) {
      const answer =
        this.queueId === undefined ? await this.#register(signal) : await this.#poll(signal)
      if (signal.aborted) return
      if (answer.ok) await this.#succeeded()
      else if (answer.status === 401) return this.stop()
      else await this.#refused(answer)
    }
  }

  async #register(signal: AbortSignal): Promise<Answer> {
    const answer = await this.#http.call('POST', '/register', REGISTRATION, { signal })
    if (!answer.ok || signal.aborted) return answer
    const snapshot = answer as unknown as Snapshot
    await this.#listener.registered(snapshot)
    this.#lastEventId = snapshot.last_event_id
    this.queueId = snapshot.queue_id
    return answer
  }

  async #poll(signal: AbortSignal): Promise<Answer> {
    const timeout = new AbortController()
    const isCheck = this.#isChecking
    this.#held = isCheck ? undefined : timeout
    this.#isChecking = false
    const cancel = this.#env.after(POLL_TIMEOUT, () => timeout.abort())
    const answer = await this.#http.call<{ events: (ClientEvent & { id: number })[] }>(
      'GET',
      '/events',
      {
        queue_id: this.queueId,
        last_event_id: this.#lastEventId,
        dont_block: this.#failures > 0 || isCheck || !this.mayHold() || undefined,
      },
      { signal: AbortSignal.any([signal, timeout.signal]) },
    )
    cancel()
    if (!answer.ok || signal.aborted) return answer
    this.#lastEventId = answer.events.at(-1)?.id ?? this.#lastEventId
    this.#listener.received(answer.events)
    return answer
  }

  async #succeeded() {
    this.#failures = 0
    if (this.#connection.peek().kind !== 'online') this.#connection.value = { kind: 'online' }
    if (!this.mayHold()) await this.#wait(PEEK_EVERY)
  }

  async #refused({ code, retryAfter }: Refusal) {
    if (code === 'BAD_EVENT_QUEUE_ID') this.queueId = undefined
    else if (code !== 'ABORTED' || !this.#isChecking) await this.#failed(retryAfter)
  }

  async #failed(retryAfter?: number) {
    this.#failures++
    this.lost()
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#failures - 1))
    await this.#wait(Math.max((retryAfter ?? 0) * 1000, longest * (0.5 + this.#env.random() / 2)))
  }

  async #wait(ms: number) {
    await new Promise<void>((resolve) => {
      const cancel = this.#env.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
    this.#wake = () => {}
  }
}
