import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { CAPABILITIES } from '../../src/events/client-shape.ts'
import {
  type Answer,
  expectSuccess,
  Inbox,
  type Person,
  type ReceivedEvent,
  startChat,
} from '../chat.ts'
import { live } from './payloads-deeds.ts'

const CAPABLE = {
  include_subscribers: 'true',
  slim_presence: true,
  client_gravatar: false,
  client_capabilities: Object.fromEntries(CAPABILITIES.map((name) => [name, true])),
}

type Row = Record<string, unknown>

const keyed = (rows: Row[], key: string) => new Map(rows.map((row) => [row[key] as number, row]))

/** What a client keeps of the organization: a snapshot, and what events make of it. */
class Replica {
  readonly realm: Row
  readonly streams: Map<number, Row>
  readonly groups: Map<number, Row>
  readonly people: Map<number, Row>
  readonly bots: Map<number, Row>
  readonly lists: Row
  /** By channel, ascending. */
  readonly subscribers = new Map<number, number[]>()
  readonly #own: number

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
      Object.entries(snapshot).filter((entry) => isRealm(entry) && !MAPS.has(entry[0])),
    )
    this.streams = keyed(snapshot.streams, 'stream_id')
    this.groups = keyed(snapshot.realm_user_groups, 'id')
    const active = snapshot.realm_users.map((user: Row) => ({ ...user, is_active: true }))
    const others = snapshot.realm_non_active_users.map((user: Row) => ({
      ...user,
      is_active: false,
    }))
    this.people = keyed([...active, ...others], 'user_id')
    this.bots = keyed(snapshot.realm_bots, 'user_id')
    this.lists = Object.fromEntries(LISTS.map(([, name]) => [name, snapshot[name]]))
  }

  apply(event: ReceivedEvent) {
    const { type, op } = event
    const whole = LISTS.find(([of]) => of === type)
    if (whole) this.lists[whole[1]] = event[type === 'custom_profile_fields' ? 'fields' : type]
    if (type === 'realm') this.#applyRealm(event)
    if (type === 'stream') this.#applyStream(event)
    if (type === 'subscription') this.#applySubscription(event)
    if (type === 'user_group') this.#applyGroup(event)
    if (type === 'realm_user') this.#applyPerson(event)
    if (type !== 'realm_bot') return
    if (op === 'delete') this.bots.delete(event.bot.user_id)
    else this.bots.set(event.bot.user_id, { ...this.bots.get(event.bot.user_id), ...event.bot })
  }

  #applyRealm({ op, property, value, data }: ReceivedEvent) {
    const changes = op === 'update' ? { [property]: value } : data
    for (const [name, value] of Object.entries(changes)) {
      const key = `realm_${name}`
      if (key in this.realm) this.realm[key] = value
    }
  }

  #applyStream({ op, streams, stream_ids, stream_id, property, value, ...more }: ReceivedEvent) {
    for (const row of streams ?? []) this.subscribers.delete(row.stream_id)
    if (op === 'create') for (const row of streams) this.streams.set(row.stream_id, row)
    if (op === 'create') for (const row of streams) this.subscribers.set(row.stream_id, [])
    if (op === 'delete') for (const id of stream_ids) this.streams.delete(id)
    const row = this.streams.get(stream_id)
    if (op !== 'update' || row === undefined) return
    row[property] = value
    for (const name of ['rendered_description', 'history_public_to_subscribers', 'is_web_public'])
      if (name in more) row[name] = more[name]
  }

  #applySubscription({ op, subscriptions, stream_ids, user_ids }: ReceivedEvent) {
    const change = (id: number, gone: number[], come: number[]) => {
      const stay = this.subscribers.get(id)!.filter((userId) => !gone.includes(userId))
      this.subscribers.set(
        id,
        [...new Set([...stay, ...come])].sort((a, b) => a - b),
      )
    }
    for (const { stream_id, subscribers } of subscriptions ?? []) {
      if (op === 'add') this.subscribers.set(stream_id, subscribers)
      else change(stream_id, [this.#own], [])
    }
    for (const id of stream_ids ?? []) {
      if (op === 'peer_add') change(id, [], user_ids)
      else change(id, user_ids, [])
    }
  }

  #applyGroup({ op, group, group_id, data, user_ids, direct_subgroup_ids }: ReceivedEvent) {
    if (op === 'add') return this.groups.set(group.id, group)
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
    if (rest.role !== undefined) {
      row.is_owner = rest.role === 100
      row.is_admin = rest.role <= 200
      row.is_guest = rest.role === 600
    }
    if (custom_profile_field) {
      const { id, ...value } = custom_profile_field
      row.profile_data = { ...(row.profile_data as Row), [id]: value }
    }
  }
}

/** By event type, the key of the snapshot that the event holds anew. */
const LISTS: [type: string, key: string][] = [
  ['alert_words', 'alert_words'],
  ['muted_users', 'muted_users'],
  ['muted_topics', 'muted_topics'],
  ['realm_linkifiers', 'realm_linkifiers'],
  ['realm_playgrounds', 'realm_playgrounds'],
  ['custom_profile_fields', 'custom_profile_fields'],
  ['default_streams', 'realm_default_streams'],
  ['default_stream_groups', 'realm_default_stream_groups'],
  ['onboarding_steps', 'onboarding_steps'],
]

/** Of other sections, or told by events of their own. */
const MAPS = new Set(['realm_emoji', 'realm_user_settings_defaults', 'realm_billing'])

const snapshotOf = async (person: Person) => expectSuccess(await person.post('/register', CAPABLE))

/** Counts change without an event: clients count who comes and goes. */
const comparable = (rows: Map<number, Row>) =>
  [...rows].sort(([a], [b]) => a - b).map(([, { subscriber_count, ...row }]) => row)

const sorted = (lists: Map<number, number[]>) => [...lists].sort(([a], [b]) => a - b)

test('a client that follows events knows of people, groups and channels what one that comes later is told', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  const clients = await Promise.all(
    [chat.olga, ben, gus].map(async (person) => {
      const snapshot = await snapshotOf(person)
      const inbox = new Inbox(person, snapshot.queue_id, snapshot.last_event_id)
      return { person, inbox, replica: new Replica(snapshot) }
    }),
  )

  await live(chat, ben, gus)

  for (const { person, inbox, replica } of clients) {
    for (const event of await inbox.read()) replica.apply(event)
    const fresh = new Replica(await snapshotOf(person))
    assert.equal(replica.realm, fresh.realm, person.email)
    assert.equal(replica.lists, fresh.lists, person.email)
    assert.equal(sorted(replica.subscribers), sorted(fresh.subscribers), person.email)
    for (const part of ['streams', 'groups', 'people', 'bots'] as const)
      assert.equal(comparable(replica[part]), comparable(fresh[part]), `${part} of ${person.email}`)
  }
})

test.run()
