// The stream of events: registers, polls, waits longer after each failure, and registers anew.

import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { ClientEvent } from '../model/events.ts'
import type { Snapshot } from '../model/wire.ts'
import type { Answer, Refusal } from './answer.ts'
import type { Environment } from './environment.ts'
import type { Http } from './http.ts'
import { REGISTRATION } from './registration.ts'

/** Whether events come; `since` is when they last did, in milliseconds. */
export type Connection = { kind: 'online' } | { kind: 'reconnecting'; since: number }

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
  #run: AbortController | undefined
  #wake: () => void = () => {}

  constructor(env: Environment, http: Http, listener: FeedListener) {
    this.#env = env
    this.#http = http
    this.#listener = listener
    this.connection = this.#connection
    env.onVisibility(() => env.isVisible() && this.poke())
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

  async #follow(signal: AbortSignal) {
    while (!signal.aborted) {
      const answer =
        this.queueId === undefined ? await this.#register(signal) : await this.#poll(signal)
      if (signal.aborted) return
      if (answer.ok) this.#succeeded()
      else if (answer.code === 'BAD_EVENT_QUEUE_ID') this.queueId = undefined
      else if (answer.status === 401) return this.stop()
      else await this.#failed(answer)
      if (answer.ok && !this.mayHold()) await this.#wait(PEEK_EVERY)
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
    const cancel = this.#env.after(POLL_TIMEOUT, () => timeout.abort())
    const answer = await this.#http.call<{ events: (ClientEvent & { id: number })[] }>(
      'GET',
      '/events',
      {
        queue_id: this.queueId,
        last_event_id: this.#lastEventId,
        dont_block: this.#failures > 0 || !this.mayHold() || undefined,
      },
      { signal: AbortSignal.any([signal, timeout.signal]) },
    )
    cancel()
    if (!answer.ok || signal.aborted) return answer
    this.#lastEventId = answer.events.at(-1)?.id ?? this.#lastEventId
    this.#listener.received(answer.events)
    return answer
  }

  #succeeded() {
    this.#failures = 0
    if (this.#connection.peek().kind !== 'online') this.#connection.value = { kind: 'online' }
  }

  async #failed({ retryAfter }: Refusal) {
    this.#failures++
    if (this.#connection.peek().kind === 'online')
      this.#connection.value = { kind: 'reconnecting', since: this.#env.clock.now() }
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
