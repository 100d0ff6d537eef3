// Sends messages, each once: in order, again after a broken connection, under a key that stays.

import { keyOfConversation } from '../model/conversations.ts'
import type { Model } from '../model/model.ts'
import type { OutboxEntry, Recipient } from '../model/outbox.ts'
import { type Answer, isPassing } from './answer.ts'
import type { Environment } from './environment.ts'
import type { Http } from './http.ts'

/** Milliseconds until an attempt is made again that the server could not answer. */
const RETRY_AFTER = 5000

/** Where a message goes, as the server has it. */
export const destination = (to: Recipient) =>
  to.kind === 'topic'
    ? { type: 'channel', to: to.channelId, topic: to.topic }
    : { type: 'direct', to: to.userIds }

export class Sender {
  /** The queue whose events name our messages. */
  queueId: () => string | undefined = () => undefined
  readonly #env: Environment
  readonly #model: Model
  readonly #http: Http
  /** Conversations of which an entry is on its way. */
  readonly #busy = new Set<string>()
  #count = 0

  constructor(env: Environment, model: Model, http: Http) {
    this.#env = env
    this.#model = model
    this.#http = http
  }

  /** Takes in what an earlier page could not send; what has been sent before is not sent twice. */
  async restore() {
    for (const [key, value] of await this.#env.store.all('local')) {
      if (!key.startsWith(PREFIX)) continue
      const entry = value as OutboxEntry
      const state = entry.state === 'refused' ? 'refused' : 'waiting'
      this.#model.outbox.put({ ...entry, state })
    }
    this.resume()
  }

  /** Sends a message, now or when it can. @returns the local ID of its entry in the outbox */
  send(to: Recipient, content: string): string {
    const own = this.#model.users.ownId.peek()
    const entry: OutboxEntry = {
      localId: `${this.#env.tabId}.${++this.#count}`,
      ...{ to, content, state: 'waiting' },
      conversation: keyOfConversation(to, own),
      timestamp: Math.floor(this.#env.clock.now() / 1000),
    }
    this.#keep(entry)
    this.#pump(entry.conversation)
    return entry.localId
  }

  /** Sends a refused message again, with another text if one is given. */
  retry(localId: string, content?: string) {
    const entry = this.#model.outbox.peek(localId)
    if (entry?.state !== 'refused') return
    const { problem, ...rest } = entry
    if (content === undefined || content === entry.content)
      this.#keep({ ...rest, state: 'waiting' })
    else {
      this.discard(localId)
      this.send(entry.to, content)
    }
    this.#pump(entry.conversation)
  }

  /** Gives a message up that was refused or has not gone out. */
  discard(localId: string) {
    const entry = this.#model.outbox.peek(localId)
    if (entry?.state === 'refused' || entry?.state === 'waiting') this.#forget(localId)
  }

  /** The connection is back: everything that waits goes out, conversations side by side. */
  resume() {
    for (const { conversation } of this.#model.outbox.peekAll()) this.#pump(conversation)
  }

  #pump(conversation: string) {
    if (this.#busy.has(conversation)) return
    const next = this.#model.outbox
      .peekAll()
      .find((entry) => entry.conversation === conversation && entry.state === 'waiting')
    if (!next) return
    this.#busy.add(conversation)
    void this.#attempt(next)
  }

  async #attempt(entry: OutboxEntry) {
    const { localId, conversation } = entry
    this.#model.outbox.patch(localId, { state: 'sending' })
    const answer = await this.#http.call<{ id: number }>('POST', '/messages', this.#params(entry), {
      idempotencyKey: localId,
    })
    const again = answer.ok ? false : isPassing(answer)
    if (answer.ok) this.#sent(localId, answer.id)
    else if (again) this.#model.outbox.patch(localId, { state: 'waiting' })
    else this.#refused(localId, answer)
    if (!answer.ok && again) {
      this.#busy.delete(conversation)
      const pause = Math.max(RETRY_AFTER, (answer.retryAfter ?? 0) * 1000)
      this.#env.after(pause, () => this.#pump(conversation))
      return
    }
    this.#busy.delete(conversation)
    this.#pump(conversation)
  }

  #params({ to, content, localId }: OutboxEntry) {
    const queue_id = this.queueId()
    const echo = queue_id === undefined ? {} : { queue_id, local_id: localId }
    return { ...destination(to), content, ...echo }
  }

  /** Answer and event come in either order; whichever is second ends the entry. */
  #sent(localId: string, messageId: number) {
    void this.#env.store.delete('local', PREFIX + localId)
    const to = this.#model.outbox.peek(localId)?.to
    const isTold = to?.kind !== 'topic' || this.#model.channels.isSubscribed(to.channelId)
    if (this.#model.messages.has(messageId)) return this.#model.outbox.remove(localId)
    if (isTold) return this.#model.outbox.patch(localId, { state: 'sent', messageId })
    // No event comes from a channel that one has not subscribed to: its views ask again.
    this.#model.outbox.remove(localId)
    this.#model.lists.doubt([to.channelId])
  }

  #refused(localId: string, { msg, code }: Answer & { ok: false }) {
    const entry = this.#model.outbox.peek(localId)
    if (entry) this.#keep({ ...entry, state: 'refused', problem: { msg, code } })
  }

  #keep(entry: OutboxEntry) {
    this.#model.outbox.put(entry)
    void this.#env.store.put('local', PREFIX + entry.localId, entry)
  }

  #forget(localId: string) {
    this.#model.outbox.remove(localId)
    void this.#env.store.delete('local', PREFIX + localId)
  }
}

/** Entries of the outbox among what is kept on this device. */
const PREFIX = 'outbox/'
