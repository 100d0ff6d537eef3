// Tells others that one is writing to them, at the pace that the server asks for.

import { keyOfConversation } from '../model/conversations.ts'
import type { Model } from '../model/model.ts'
import type { Recipient } from '../model/outbox.ts'
import type { Environment } from './environment.ts'
import type { Http } from './http.ts'

export class TypingNotices {
  readonly #env: Environment
  readonly #model: Model
  readonly #http: Http
  #current: { key: string; to: Recipient; toldAt: number } | undefined
  #cancelStop: (() => void) | undefined

  constructor(env: Environment, model: Model, http: Http) {
    this.#env = env
    this.#model = model
    this.#http = http
  }

  /** To be called when a key was typed in a message. */
  wrote(to: Recipient) {
    if (!this.#isWanted(to)) return
    const { organization } = this.#model
    const now = this.#env.clock.now()
    const key = this.#keyOf(to)
    if (this.#current && this.#current.key !== key) this.stopped()
    const again = organization.peek('server_typing_started_wait_period_milliseconds')
    if (!this.#current || now - this.#current.toldAt >= again) {
      this.#current = { key, to, toldAt: now }
      this.#tell('start', to)
    }
    this.#cancelStop?.()
    const pause = organization.peek('server_typing_stopped_wait_period_milliseconds')
    this.#cancelStop = this.#env.after(pause, () => this.stopped())
  }

  /** The message was sent, emptied or left. */
  stopped() {
    this.#cancelStop?.()
    if (this.#current) this.#tell('stop', this.#current.to)
    this.#current = undefined
  }

  #isWanted(to: Recipient): boolean {
    const { settings } = this.#model
    return to.kind === 'topic'
      ? settings.peek('send_stream_typing_notifications')
      : settings.peek('send_private_typing_notifications')
  }

  #keyOf(to: Recipient): string {
    return keyOfConversation(to, this.#model.users.ownId.peek())
  }

  #tell(op: 'start' | 'stop', to: Recipient) {
    const where =
      to.kind === 'topic'
        ? { type: 'channel', stream_id: to.channelId, topic: to.topic }
        : { type: 'direct', to: to.userIds }
    void this.#http.call('POST', '/typing', { op, ...where })
  }
}
