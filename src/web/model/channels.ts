// Channels one may know of, one's own subscriptions to them, and who else is in them.

import { computed, type ReadonlySignal } from '@preact/signals-core'
import type { ChannelEvent } from './events.ts'
import { Table } from './table.ts'
import type { Snapshot, WireChannel, WireSubscription } from './wire.ts'

/** What a person chooses for a channel of theirs. */
export type Personal = Pick<
  WireSubscription,
  | 'color'
  | 'pin_to_top'
  | 'is_muted'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'
>

type Known = Omit<WireChannel, 'subscribers' | 'partial_subscribers'>

/** A channel; the personal fields are absent where one was never subscribed. */
export type Channel = Known & Partial<Personal> & { is_subscribed: boolean }

const PERSONAL: readonly (keyof Personal)[] = [
  'color',
  'pin_to_top',
  'is_muted',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
]

/** Fields beside `property` and `value` that an update of a channel brings. */
const BESIDE = ['rendered_description', 'history_public_to_subscribers', 'is_web_public'] as const

export class Channels {
  /** One's own channels that are not archived, by name. */
  readonly subscribed: ReadonlySignal<readonly Channel[]>
  readonly #rows = new Table<number, Channel>()
  /** Who is known to be in a channel; of large ones not everybody (GET /streams/{id}/members). */
  readonly #subscribers = new Table<number, ReadonlySet<number>>()
  /** Channels of which not everybody is known to be in them. */
  readonly #partly = new Set<number>()
  readonly #ownId: ReadonlySignal<number>

  constructor(ownId: ReadonlySignal<number>) {
    this.#ownId = ownId
    this.subscribed = computed(() =>
      this.#rows
        .values()
        .filter((channel) => channel.is_subscribed && !channel.is_archived)
        .sort(byName),
    )
  }

  load(snapshot: Snapshot) {
    const { streams, subscriptions, unsubscribed, never_subscribed } = snapshot
    const personal = new Map<number, [fields: Personal, is_subscribed: boolean]>()
    for (const row of unsubscribed) personal.set(row.stream_id, [personalOf(row), false])
    for (const row of subscriptions) personal.set(row.stream_id, [personalOf(row), true])
    const all = [...streams, ...subscriptions, ...unsubscribed, ...never_subscribed]
    this.#rows.replace(
      all.map((row) => {
        const [fields, is_subscribed] = personal.get(row.stream_id) ?? [{}, false]
        return [row.stream_id, { ...knownOf(row), ...fields, is_subscribed }] as const
      }),
    )
    const listed = [...subscriptions, ...unsubscribed, ...never_subscribed]
    this.#subscribers.replace([])
    for (const row of listed) this.#setListed(row)
  }

  get(id: number): Channel | undefined {
    return this.#rows.get(id)
  }

  peek(id: number): Channel | undefined {
    return this.#rows.peek(id)
  }

  /** All channels one may know of, archived ones too. */
  all(): Channel[] {
    return this.#rows.values()
  }

  peekAll(): Channel[] {
    return this.#rows.peekAll().map(([, channel]) => channel)
  }

  byName(name: string): Channel | undefined {
    const key = name.trim().toLowerCase()
    return this.peekAll().find((channel) => channel.name.toLowerCase() === key)
  }

  /** `#name` where one may see the channel. */
  name(id: number): string {
    return this.#rows.get(id)?.name ?? 'Unknown channel'
  }

  isSubscribed(id: number): boolean {
    return this.#rows.get(id)?.is_subscribed ?? false
  }

  isMuted(id: number): boolean {
    return this.#rows.get(id)?.is_muted ?? false
  }

  /** Who is known to be subscribed; the channel's subscriber_count may be larger. */
  subscribersOf(id: number): ReadonlySet<number> {
    return this.#subscribers.get(id) ?? NO_ONE
  }

  /** Takes in the whole list of a channel. */
  setSubscribers(id: number, userIds: readonly number[]) {
    this.#subscribers.set(id, new Set(userIds))
    this.#partly.delete(id)
  }

  apply(event: ChannelEvent): unknown {
    if (event.type === 'subscription') return this.#applySubscription(event)
    switch (event.op) {
      case 'create':
        for (const row of event.streams) this.#applyCreated(row)
        return
      case 'delete':
        for (const id of event.stream_ids) {
          this.#rows.delete(id)
          this.#subscribers.delete(id)
        }
        return
      case 'update': {
        const change: Record<string, unknown> = { [event.property]: event.value }
        for (const name of BESIDE) if (name in event) change[name] = event[name]
        return this.#rows.patch(event.stream_id, change)
      }
    }
  }

  /** A channel is new, or visible again: then what one had set for it still holds. */
  #applyCreated(row: WireChannel) {
    const { is_subscribed = false, ...rest } = this.peek(row.stream_id) ?? {}
    const fields = 'color' in rest ? personalOf(rest as WireSubscription) : {}
    this.#rows.set(row.stream_id, { ...knownOf(row), ...fields, is_subscribed })
    // The events that follow name the subscribers.
    if (!this.#subscribers.has(row.stream_id)) this.setSubscribers(row.stream_id, [])
  }

  #applySubscription(event: ChannelEvent & { type: 'subscription' }) {
    switch (event.op) {
      case 'add':
        for (const row of event.subscriptions) {
          const known = { ...knownOf(row), ...personalOf(row) }
          this.#rows.set(row.stream_id, { ...known, is_subscribed: true })
          this.#setListed(row)
        }
        return
      case 'remove':
        for (const { stream_id } of event.subscriptions) {
          this.#rows.patch(stream_id, { is_subscribed: false })
          this.#change(stream_id, [], [this.#ownId.peek()])
        }
        return
      case 'update':
        if (PERSONAL.includes(event.property as keyof Personal))
          this.#rows.patch(event.stream_id, { [event.property]: event.value })
        return
      default: {
        const [come, gone] = event.op === 'peer_add' ? [event.user_ids, []] : [[], event.user_ids]
        for (const id of event.stream_ids) this.#change(id, come, gone)
      }
    }
  }

  #change(id: number, come: readonly number[], gone: readonly number[]) {
    const known = this.#subscribers.peek(id)
    const channel = this.peek(id)
    if (!known || !channel) return
    this.#subscribers.set(id, new Set([...known, ...come].filter((user) => !gone.includes(user))))
    const subscriber_count = this.#partly.has(id)
      ? Math.max(0, channel.subscriber_count + come.length - gone.length)
      : this.#subscribers.peek(id)!.size
    this.#rows.patch(id, { subscriber_count })
  }

  #setListed({ stream_id, subscribers, partial_subscribers }: WireChannel) {
    this.#subscribers.set(stream_id, new Set(subscribers ?? partial_subscribers ?? []))
    if (subscribers) this.#partly.delete(stream_id)
    else this.#partly.add(stream_id)
  }
}

const NO_ONE: ReadonlySet<number> = new Set()

export const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

const personalOf = (row: WireSubscription): Personal =>
  Object.fromEntries(PERSONAL.map((name) => [name, row[name]])) as Personal

const NOT_OF_CHANNEL = new Set<string>([
  ...PERSONAL,
  ...['subscribers', 'partial_subscribers', 'in_home_view', 'default_push_notifications'],
  'is_default',
])

/** The fields that all who see the channel share. */
const knownOf = (row: WireChannel): Known =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !NOT_OF_CHANNEL.has(key))) as Known
