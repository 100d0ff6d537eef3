// Says once a minute that one is here, and hears who else is.

import type { Model } from '../model/model.ts'
import type { PresenceTimes } from '../model/wire.ts'
import type { Environment } from './environment.ts'
import type { Http } from './http.ts'

/** Without a key or click for so long, one is idle. */
const IDLE_AFTER = 5 * 60_000

/** Milliseconds between looks at what time alone changes: who is still here, or writing. */
const TICK = 5000

export class PresencePings {
  /** Whether this tab speaks for the others. */
  speaks: () => boolean = () => true
  readonly #env: Environment
  readonly #model: Model
  readonly #http: Http
  #activeAt: number
  #lastUpdate: number | undefined
  #cancel: (() => void)[] = []

  constructor(env: Environment, model: Model, http: Http) {
    this.#env = env
    this.#model = model
    this.#http = http
    this.#activeAt = env.clock.now()
  }

  start(lastUpdate: number) {
    this.stop()
    this.#lastUpdate = lastUpdate
    this.#tick()
    void this.#ping()
  }

  stop() {
    for (const cancel of this.#cancel) cancel()
    this.#cancel = []
  }

  /** A key, a click or a touch. */
  active() {
    this.#activeAt = this.#env.clock.now()
  }

  #tick() {
    this.#model.tick()
    this.#cancel[0] = this.#env.after(TICK, () => this.#tick())
  }

  async #ping() {
    const every = this.#model.organization.peek('server_presence_ping_interval_seconds') ?? 60
    this.#cancel[1] = this.#env.after(every * 1000, () => void this.#ping())
    if (!this.speaks()) return
    const isActive = this.#env.clock.now() - this.#activeAt < IDLE_AFTER
    const answer = await this.#http.call<Pong>('POST', '/users/me/presence', {
      ...{ status: isActive ? 'active' : 'idle', slim_presence: true },
      last_update_id: this.#lastUpdate,
    })
    if (!answer.ok || !answer.presences) return
    this.#lastUpdate = answer.presence_last_update_id
    this.#model.presence.update(answer.presences, this.#env.clock.now())
  }
}

interface Pong extends Record<string, unknown> {
  presences?: Record<string, PresenceTimes>
  presence_last_update_id: number
}
