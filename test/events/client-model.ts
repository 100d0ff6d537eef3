// A model of a client: a snapshot, and what events make of it.

import type { Answer, ReceivedEvent } from '../chat.ts'
import { ClientCollections, keyed, type Row } from './client-collections.ts'

/** Of other sections, or told by events of their own. */
const OTHERS = new Set(['realm_emoji', 'realm_user_settings_defaults', 'realm_billing'])

/** What a client keeps of the organization: a snapshot, and what events make of it. */
export class ClientModel {
  readonly realm: Row
  readonly streams: Map<number, Row>
  readonly groups: Map<number, Row>
  readonly people: Map<number, Row>
  readonly bots: Map<number, Row>
  /** Own subscriptions by channel, without the list of subscribers. */
  readonly subscriptions: Map<number, Row>
  /** By channel, ascending. */
  readonly subscribers = new Map<number, number[]>()
  readonly settings: Row
  readonly defaults: Row
  readonly statuses: Map<number, Row>
  readonly topics: Map<string, number>
  readonly self: Row
  emoji: Row
  readonly #own: number
  readonly #kept: ClientCollections

  constructor(snapshot: Answer) {
    this.#own = snapshot.user_id
    const { subscriptions, unsubscribed, never_subscribed } = snapshot
    for (const { stream_id, subscribers } of [
      ...subscriptions,
      ...unsubscribed,
      ...never_subscribed,
    ])
      this.subscribers.set(stream_id, subscribers)
    const isRealm = ([name, value]: [string, unknown]) =>
      /^realm_/.test(name) && (typeof value !== 'object' || Array.isArray(value) === false)
    this.realm = Object.fromEntries(
      Object.entries(snapshot).filter((entry) => isRealm(entry) && !OTHERS.has(entry[0])),
    )
    this.streams = keyed(snapshot.streams, 'stream_id')
    this.subscriptions = keyed(subscriptions.map(withoutSubscribers), 'stream_id')
    this.groups = keyed(snapshot.realm_user_groups, 'id')
    const active = snapshot.realm_users.map((user: Row) => ({ ...user, is_active: true }))
    const others = snapshot.realm_non_active_users.map((user: Row) => ({
      ...user,
      is_active: false,
    }))
    this.people = keyed([...active, ...others].filter(isKnown), 'user_id')
    this.bots = keyed(snapshot.realm_bots, 'user_id')
    this.#kept = new ClientCollections(snapshot)
    this.settings = snapshot.user_settings
    this.defaults = snapshot.realm_user_settings_defaults
    this.emoji = snapshot.realm_emoji
    this.statuses = new Map(
      Object.entries(snapshot.user_status).map(([id, status]) => [Number(id), status as Row]),
    )
    this.topics = new Map(
      snapshot.user_topics.map((row: Row) => [topicOf(row), row.visibility_policy]),
    )
    this.self = Object.fromEntries(OWN.map((name) => [name, snapshot[name]]))
  }

  apply(event: ReceivedEvent) {
    const { type, op } = event
    if (type === 'custom_profile_fields') this.#forgetValues(event.fields)
    this.#kept.apply(event)
    switch (type) {
      case 'realm':
        return this.#applyRealm(event)
      case 'stream':
        return this.#applyStream(event)
      case 'subscription':
        return this.#applySubscription(event)
      case 'user_group':
        return this.#applyGroup(event)
      case 'realm_user':
        return this.#applyPerson(event)
      case 'realm_emoji':
        return this.#applyEmoji(event)
      case 'user_status':
        return this.#applyStatus(event)
      case 'user_settings':
        this.settings[event.property] = event.value
        return
      case 'realm_user_settings_defaults':
        this.defaults[event.property] = event.value
        return
      case 'user_topic':
        if (event.visibility_policy === 0) this.topics.delete(topicOf(event))
        else this.topics.set(topicOf(event), event.visibility_policy)
        return
      case 'realm_bot':
        if (op === 'delete') this.bots.delete(event.bot.user_id)
        else this.bots.set(event.bot.user_id, { ...this.bots.get(event.bot.user_id), ...event.bot })
    }
  }

  /** What two clients have in common that know the same; by part, so that a difference has a name. */
  state(): Record<string, unknown> {
    const rows = (map: Map<unknown, Row>) =>
      [...map]
        .sort(([a], [b]) => (a! < b! ? -1 : 1))
        // Counts change without an event: clients count who comes and goes.
        .map(([, { subscriber_count, ...row }]) => row)
    return {
      realm: this.realm,
      lists: this.#kept.lists,
      streams: rows(this.streams),
      subscriptions: rows(this.subscriptions),
      subscribers: [...this.subscribers].sort(([a], [b]) => a - b),
      groups: rows(this.groups),
      people: rows(this.people),
      bots: rows(this.bots),
      settings: this.settings,
      defaults: this.defaults,
      emoji: this.emoji,
      statuses: [...this.statuses].sort(([a], [b]) => a - b),
      topics: [...this.topics].filter(([key]) => this.streams.has(Number.parseInt(key, 10))).sort(),
      self: this.self,
      ...Object.fromEntries(
        Object.entries(this.#kept.collections).map(([type, map]) => [type, rows(map)]),
      ),
    }
  }

  #applyRealm({ op, property, value, data }: ReceivedEvent) {
    const changes = op === 'update' ? { [property]: value } : data
    for (const [name, value] of Object.entries(changes)) {
      const key = `realm_${name}`
      if (key in this.realm) this.realm[key] = value
    }
  }

  #applyStream({ op, streams, stream_ids, stream_id, property, value, ...more }: ReceivedEvent) {
    if (op === 'create') {
      for (const row of streams) {
        this.streams.set(row.stream_id, row)
        this.subscribers.set(row.stream_id, [])
      }
    }
    if (op === 'delete') {
      for (const id of stream_ids)
        for (const map of [this.streams, this.subscribers, this.subscriptions]) map.delete(id)
      for (const key of this.topics.keys())
        if (!this.streams.has(Number.parseInt(key, 10))) this.topics.delete(key)
    }
    if (op !== 'update') return
    for (const row of [this.streams.get(stream_id), this.subscriptions.get(stream_id)]) {
      if (row === undefined) continue
      row[property] = value
      for (const name of ['rendered_description', 'history_public_to_subscribers', 'is_web_public'])
        if (name in more) row[name] = more[name]
    }
  }

  #applySubscription(event: ReceivedEvent) {
    const { op, subscriptions, stream_ids, user_ids } = event
    if (op === 'update') {
      // Of archived channels not every client knows.
      const row = this.subscriptions.get(event.stream_id)
      if (row) row[event.property] = event.value
      return
    }
    const change = (id: number, gone: number[], come: number[]) => {
      const stay = this.subscribers.get(id)?.filter((userId) => !gone.includes(userId))
      if (stay === undefined) return
      this.subscribers.set(
        id,
        [...new Set([...stay, ...come])].sort((a, b) => a - b),
      )
    }
    for (const row of subscriptions ?? []) {
      const { stream_id, subscribers } = row
      if (op === 'add') {
        this.subscribers.set(stream_id, subscribers)
        this.subscriptions.set(stream_id, withoutSubscribers(row))
        continue
      }
      change(stream_id, [this.#own], [])
      this.subscriptions.delete(stream_id)
    }
    for (const id of stream_ids ?? []) {
      if (op === 'peer_add') change(id, [], user_ids)
      else change(id, user_ids, [])
    }
  }

  #applyGroup({ op, group, group_id, data, user_ids, direct_subgroup_ids }: ReceivedEvent) {
    if (op === 'add') return this.groups.set(group.id, group)
    if (op === 'remove') return this.groups.delete(group_id)
    const row = this.groups.get(group_id)!
    if (op === 'update') return Object.assign(row, data)
    const [list, ids] = user_ids
      ? ['members', user_ids]
      : ['direct_subgroup_ids', direct_subgroup_ids]
    const present = (row[list] as number[]).filter((id) => !ids.includes(id))
    row[list] = op.startsWith('add') ? [...present, ...ids].sort((a, b) => a - b) : present
  }

  #applyPerson({ op, person }: ReceivedEvent) {
    const { user_id, custom_profile_field, new_email, avatar_source, avatar_url_medium, ...rest } =
      person
    if (op === 'add') return this.people.set(user_id, person)
    if (op === 'remove') return this.people.delete(user_id)
    const row = this.people.get(user_id)!
    Object.assign(row, rest)
    if (new_email) row.email = new_email
    if (rest.role !== undefined) Object.assign(row, ranksOf(rest.role))
    if (user_id === this.#own) this.#applyOwn(person)
    if (!custom_profile_field) return
    const { id, ...value } = custom_profile_field
    const profile: Row = { ...(row.profile_data as Row), [id]: value }
    if (value.value === null) delete profile[id]
    row.profile_data = profile
  }

  #applyOwn(person: Row) {
    for (const name of OWN) if (name in person) this.self[name] = person[name]
    if (person.new_email) this.self.email = person.new_email
    const role = person.role as number | undefined
    if (role === undefined) return
    Object.assign(this.self, ranksOf(role), { is_moderator: role <= 300 })
  }

  /** What people said in fields that are gone goes with them. */
  #forgetValues(fields: { id: number }[]) {
    const present = new Set(fields.map(({ id }) => String(id)))
    for (const person of this.people.values()) {
      if (person.profile_data === undefined) continue
      const values = Object.entries(person.profile_data as Row).filter(([id]) => present.has(id))
      person.profile_data = Object.fromEntries(values)
    }
  }

  #applyEmoji({ op, emoji, emoji_id, data, realm_emoji }: ReceivedEvent) {
    if (op === 'update') this.emoji = realm_emoji
    if (op === 'add') this.emoji[emoji.id] = emoji
    if (op === 'update_one') Object.assign(this.emoji[emoji_id] as Row, data)
  }

  #applyStatus({ type, user_id, ...changed }: ReceivedEvent) {
    const status: Row = { ...this.statuses.get(user_id), ...changed }
    // Clients know no empty type, so an event that clears the emoji names one.
    if (status.emoji_name === '') status.reaction_type = ''
    const said = Object.entries(status).filter(([, value]) => value !== '' && value !== false)
    if (said.length === 0) this.statuses.delete(user_id)
    else this.statuses.set(user_id, Object.fromEntries(said))
  }
}

const OWN = [
  ...['email', 'full_name', 'delivery_email', 'avatar_source', 'avatar_url', 'avatar_url_medium'],
  ...['is_owner', 'is_admin', 'is_moderator', 'is_guest'],
]

const ranksOf = (role: number) => ({
  is_owner: role === 100,
  is_admin: role <= 200,
  is_guest: role === 600,
})

const topicOf = ({ stream_id, topic_name }: Row) =>
  `${stream_id} ${(topic_name as string).toLowerCase()}`

const withoutSubscribers = ({ subscribers, partial_subscribers, ...row }: Row) => row

/** Placeholders for users who are hidden from a guest are left out. */
const isKnown = (user: Row) => user.full_name !== 'Unknown user'
