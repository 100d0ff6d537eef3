// Keeps what is being written: on this device at once, on the server when one pauses.

import { directKey, topicKey } from '../model/conversations.ts'
import type { LocalDraft } from '../model/drafts.ts'
import type { ClientEvent } from '../model/events.ts'
import type { Model } from '../model/model.ts'
import type { Draft } from '../model/wire.ts'
import type { Environment } from './environment.ts'
import type { Http } from './http.ts'

/** Milliseconds after the last key until the server is told. */
const PAUSE = 5000

const PREFIX = 'draft/'

export class DraftKeeper {
  readonly #env: Environment
  readonly #model: Model
  readonly #http: Http
  readonly #timers = new Map<string, () => void>()
  /**
   * Requests that add a draft. Until they are answered it is not known whether an event about a new
   * draft is about one of ours.
   */
  readonly #adding = new Set<Promise<unknown>>()

  constructor(env: Environment, model: Model, http: Http) {
    this.#env = env
    this.#model = model
    this.#http = http
    model.onEvent((event) => this.#heard(event))
  }

  /** Takes in what an earlier page kept. */
  async restore() {
    for (const [key, draft] of await this.#env.store.all('local'))
      if (key.startsWith(PREFIX)) this.#model.drafts.put(draft as LocalDraft)
  }

  /** Takes in the drafts of the server that this device does not have, or has older. */
  merge() {
    for (const [, draft] of this.#model.personal.drafts.peekAll()) this.#adopt(draft)
  }

  /** A text has changed. An empty one is no draft any more. */
  write(draft: Omit<LocalDraft, 'timestamp' | 'serverId'>) {
    const before = this.#model.drafts.peek(draft.key)
    if (draft.content.trim() === '') return this.drop(draft.key)
    const timestamp = Math.floor(this.#env.clock.now() / 1000)
    const kept = { ...draft, timestamp, ...(before?.serverId && { serverId: before.serverId }) }
    this.#put(kept)
    if (before?.content !== draft.content || before.to !== draft.to) this.#tellSoon(draft.key)
  }

  /** The conversation that a text was begun in has moved, and the text goes along. */
  move(from: string, key: string, to: LocalDraft['to']) {
    const draft = this.#model.drafts.peek(from)
    if (!draft || from === key || this.#model.drafts.peek(key)) return
    this.#timers.get(from)?.()
    this.#timers.delete(from)
    this.#forget(from)
    this.#put({ ...draft, key, to })
    this.#tellSoon(key)
  }

  /** The text was sent, or thrown away. */
  drop(key: string) {
    this.#timers.get(key)?.()
    this.#timers.delete(key)
    const draft = this.#model.drafts.peek(key)
    if (!draft) return
    this.#forget(key)
    if (draft.serverId) void this.#http.call('DELETE', `/drafts/${draft.serverId}`)
  }

  /** Nothing more goes to the server: the user has logged out. */
  stop() {
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  #tellSoon(key: string) {
    this.#timers.get(key)?.()
    this.#timers.set(
      key,
      this.#env.after(PAUSE, () => void this.#tell(key)),
    )
  }

  async #tell(key: string) {
    this.#timers.delete(key)
    const local = this.#model.drafts.peek(key)
    if (!local || !this.#model.settings.peek('enable_drafts_synchronization')) return
    const draft = toWire(local)
    if (local.serverId) {
      const answer = await this.#http.call('PATCH', `/drafts/${local.serverId}`, { draft })
      if (answer.ok || answer.status !== 404) return
    }
    const adding = this.#http.call<{ ids: number[] }>('POST', '/drafts', { drafts: [draft] })
    this.#adding.add(adding)
    const answer = await adding
    this.#adding.delete(adding)
    const now = this.#model.drafts.peek(key)
    if (!answer.ok) return
    const serverId = answer.ids[0]!
    if (now) this.#put({ ...now, serverId })
    else void this.#http.call('DELETE', `/drafts/${serverId}`)
  }

  #heard(event: ClientEvent) {
    if (event.type !== 'drafts') return
    if (event.op === 'remove') {
      for (const { key, serverId } of this.#model.drafts.peekAll())
        if (serverId === event.draft_id) this.#forget(key)
    } else if (event.op === 'add') void this.#added(event.drafts)
    else this.#adopt(event.draft)
  }

  async #added(drafts: readonly Draft[]) {
    await Promise.allSettled(this.#adding)
    for (const draft of drafts) this.#adopt(draft)
  }

  /** A draft of the server's takes the place of an older one here. */
  #adopt(draft: Draft) {
    const known = this.#model.drafts.peekAll().find(({ serverId }) => serverId === draft.id)
    // A draft without a place keeps its key until the place is chosen; others follow their place.
    const key = known && /^new/.test(known.key) ? known.key : this.#keyOf(draft)
    if (known && known.key !== key) this.#forget(known.key)
    const local = this.#model.drafts.peek(key)
    const isOwn = local?.content === draft.content
    if (local && !isOwn && local.timestamp >= draft.timestamp) return
    if (local && isOwn) return this.#put({ ...local, serverId: draft.id })
    const caret = draft.content.length
    const to = placeOf(draft)
    const { content, timestamp, id: serverId } = draft
    this.#put({ ...{ key, to, content, caret, scroll: 0, timestamp, serverId } })
  }

  #keyOf({ type, to, topic }: Draft): string {
    if (to.length === 0 || type === '') return 'new'
    return type === 'stream'
      ? topicKey(to[0]!, topic)
      : directKey(to, this.#model.users.ownId.peek())
  }

  #put(draft: LocalDraft) {
    this.#model.drafts.put(draft)
    void this.#env.store.put('local', PREFIX + draft.key, draft)
  }

  #forget(key: string) {
    this.#model.drafts.remove(key)
    void this.#env.store.delete('local', PREFIX + key)
  }
}

const placeOf = ({ type, to, topic }: Draft): LocalDraft['to'] => {
  if (type === 'private') return { userIds: to }
  return to.length > 0 ? { channelId: to[0]!, topic } : {}
}

function toWire({ to, content, timestamp }: LocalDraft) {
  const { channelId, topic = '', userIds } = to
  if (channelId !== undefined) return { type: 'stream', to: [channelId], topic, content, timestamp }
  if (userIds !== undefined) return { type: 'private', to: userIds, topic: '', content, timestamp }
  return { type: '', to: [], topic: '', content, timestamp }
}
