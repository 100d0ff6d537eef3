// Lists and collections that a client keeps: events replace a list as a whole, and change single entries
// of a collection.

import type { Answer, ReceivedEvent } from '../chat.ts'

export type Row = Record<string, unknown>

export const keyed = (rows: Row[], key: string) =>
  new Map(rows.map((row) => [row[key] as number, row]))

/** By event type, the key of the snapshot that the event replaces as a whole. */
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

/**
 * By event type: the key of the collection in the snapshot, the property that identifies an entry, and
 * the properties of an event that hold several entries or one.
 */
const COLLECTIONS: Record<string, { key: string; id: string; many?: string; one: string }> = {
  drafts: { key: 'drafts', id: 'id', many: 'drafts', one: 'draft' },
  scheduled_messages: {
    key: 'scheduled_messages',
    id: 'scheduled_message_id',
    many: 'scheduled_messages',
    one: 'scheduled_message',
  },
  reminders: { key: 'reminders', id: 'reminder_id', many: 'reminders', one: 'reminder' },
  saved_snippets: { key: 'saved_snippets', id: 'id', one: 'saved_snippet' },
  navigation_view: { key: 'navigation_views', id: 'fragment', one: 'navigation_view' },
  channel_folder: { key: 'channel_folders', id: 'id', one: 'channel_folder' },
  realm_domains: { key: 'realm_domains', id: 'domain', one: 'realm_domain' },
}

/** A snapshot's lists and collections, and what events make of them. */
export class ClientCollections {
  /** By their keys in the snapshot. */
  readonly lists: Row
  /** By event type, then by the identity of an entry. */
  readonly collections: Record<string, Map<unknown, Row>>

  constructor(snapshot: Answer) {
    this.lists = Object.fromEntries(LISTS.map(([, name]) => [name, snapshot[name]]))
    this.collections = Object.fromEntries(
      Object.entries(COLLECTIONS).map(([type, { key, id }]) => [type, keyed(snapshot[key], id)]),
    )
    // The server renders a reminder again at each reading, from the message as it is then.
    for (const row of this.collections.reminders!.values()) forgetText(row)
  }

  apply(event: ReceivedEvent) {
    const { type } = event
    const list = LISTS.find(([of]) => of === type)
    if (list) this.lists[list[1]] = event[type === 'custom_profile_fields' ? 'fields' : type]
    if (type in COLLECTIONS) this.#applyToCollection(event)
  }

  #applyToCollection(event: ReceivedEvent) {
    const { id, many, one } = COLLECTIONS[event.type]!
    const map = this.collections[event.type]!
    const { op } = event
    if (op === 'reorder')
      for (const [at, folder] of event.order.entries()) map.get(folder)!.order = at
    else if (op === 'remove') map.delete(event[`${one}_id`] ?? event[id])
    else if (event.data !== undefined)
      Object.assign(map.get(event[`${one}_id`] ?? event[id])!, event.data)
    else for (const row of (many && event[many]) ?? [event[one]]) map.set(row[id], row)
    if (event.type === 'reminders') for (const row of map.values()) forgetText(row)
  }
}

const forgetText = (row: Row) => Object.assign(row, { content: '', rendered_content: '' })
