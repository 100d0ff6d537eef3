import type { ClientShape } from './client-shape.ts'

type Fields = Record<string, unknown>

/** A person's own values of the settings that a subscription may inherit. */
export interface Inherited {
  desktop_notifications: boolean
  audible_notifications: boolean
  push_notifications: boolean
  email_notifications: boolean
  wildcard_mentions_notify: boolean
}

interface ChannelUpdate extends Fields {
  type: 'stream'
  op: 'update'
  stream_id: number
  name: string
  property: string
  value: unknown
  /** Clients that know no archived channels do not hear of changes to one. */
  of_archived?: boolean
}

/** Events of channels and folders (events 3.2). */
export type ChannelEvent =
  | { type: 'stream'; op: 'create'; streams: readonly Fields[] }
  | { type: 'stream'; op: 'delete'; stream_ids: readonly number[]; streams: readonly Fields[] }
  | ChannelUpdate
  /** Said as an update of is_archived, or as the end of the channel. */
  | { type: 'stream'; op: 'archive'; stream_id: number; name: string }
  /** Said as an update of is_archived, or as a new channel. */
  | { type: 'stream'; op: 'unarchive'; stream_id: number; name: string; channel: Fields }
  | { type: 'channel_folder'; op: 'add'; channel_folder: object }
  | { type: 'channel_folder'; op: 'update'; channel_folder_id: number; data: object }
  | { type: 'channel_folder'; op: 'reorder'; order: readonly number[] }
  | { type: 'default_streams'; default_streams: readonly number[] }
  | { type: 'default_stream_groups'; default_stream_groups: readonly object[] }

/** Said only to clients that were told the channel was gone when it was archived; never sent. */
interface AfterUnarchiving {
  after_unarchiving?: boolean
}

export type SubscriptionEvent =
  | ({
      type: 'subscription'
      op: 'add'
      subscriptions: readonly Fields[]
      inherited: Inherited
    } & AfterUnarchiving)
  | {
      type: 'subscription'
      op: 'remove'
      subscriptions: readonly { stream_id: number; name: string }[]
    }
  | { type: 'subscription'; op: 'update'; stream_id: number; property: string; value: unknown }
  | ({
      type: 'subscription'
      op: 'peer_add' | 'peer_remove'
      stream_ids: readonly number[]
      user_ids: readonly number[]
    } & AfterUnarchiving)

export function shapeChannelEvent(event: ChannelEvent, shape: ClientShape): readonly object[] {
  if (event.type !== 'stream') return [event]
  const knowsArchived = shape.capabilities.has('archived_channels')
  switch (event.op) {
    case 'create': {
      const streams = event.streams.filter((channel) => knowsArchived || !channel.is_archived)
      return streams.length > 0 ? [{ ...event, streams }] : []
    }
    case 'delete':
      return [event]
    case 'update': {
      const { of_archived, ...update } = event
      return of_archived && !knowsArchived ? [] : [update]
    }
    case 'archive':
    case 'unarchive': {
      const { stream_id, name } = event
      if (knowsArchived) {
        const value = event.op === 'archive'
        return [{ type: 'stream', op: 'update', stream_id, name, property: 'is_archived', value }]
      }
      return event.op === 'archive'
        ? [{ type: 'stream', op: 'delete', stream_ids: [stream_id], streams: [{ stream_id }] }]
        : [{ type: 'stream', op: 'create', streams: [event.channel] }]
    }
  }
}

export function shapeSubscriptionEvent(
  event: SubscriptionEvent,
  { capabilities }: ClientShape,
): readonly object[] {
  if (event.op === 'remove' || event.op === 'update') return [event]
  const { after_unarchiving, ...told } = event
  if (after_unarchiving && capabilities.has('archived_channels')) return []
  if (told.op !== 'add') return [told]
  const { inherited, subscriptions, ...add } = told
  return [
    {
      ...add,
      subscriptions: capabilities.has('notification_settings_null')
        ? subscriptions
        : subscriptions.map((subscription) => withoutNull(subscription, inherited)),
    },
  ]
}

/** A subscription for a client that cannot look up inherited settings itself. */
export function withoutNull<T extends object>(subscription: T, inherited: Inherited): T {
  const filled = { ...subscription } as Record<string, unknown>
  for (const [setting, value] of Object.entries(inherited)) filled[setting] ??= value
  return filled as T
}
