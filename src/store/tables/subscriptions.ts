// Tables subscription and subscription_span: who is subscribed to which channel, since when,
// with which settings.

import { BOT_TYPE } from '../bits.ts'
import { cachedResult } from '../cached-lookup.ts'
import { changeLog } from '../changes.ts'
import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Subscription {
  user_id: number
  channel_id: number
  is_active: Bool
  color: string
  is_muted: Bool
  pin_to_top: Bool
  desktop_notifications: Bool | null
  audible_notifications: Bool | null
  push_notifications: Bool | null
  email_notifications: Bool | null
  wildcard_mentions_notify: Bool | null
}

/** What people choose for one of their channels. */
const PERSONAL_SETTINGS = [
  'color',
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

export type PersonalSetting = (typeof PERSONAL_SETTINGS)[number]

const COLUMNS = `user_id, channel_id, is_active, color, is_muted, pin_to_top, desktop_notifications,
  audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify`

/** Lists of receivers in memory: those of the channels that are written in. */
const LISTS_KEPT = 100

/** Rows in memory: those of the people who write, in the channels where they do. */
const ROWS_KEPT = 2000

/** Statements on subscriptions. */
export function subscriptions(db: Db) {
  const get = db.prepare<[user: number, channel: number], Subscription>(
    `SELECT ${COLUMNS} FROM subscription WHERE user_id = ? AND channel_id = ?`,
  )
  const ofUser = db.prepare<[user: number], Subscription>(
    `SELECT ${COLUMNS} FROM subscription WHERE user_id = ?`,
  )
  const channelsOf = db
    .prepare<[user: number], number>(
      'SELECT channel_id FROM subscription WHERE user_id = ? AND is_active = 1',
    )
    .pluck()
  const setters = new Map(
    PERSONAL_SETTINGS.map((setting) => [
      setting,
      db.prepare<[value: string | number | null, user: number, channel: number]>(
        `UPDATE subscription SET ${setting} = ? WHERE user_id = ? AND channel_id = ?`,
      ),
    ]),
  )
  // Making the lists in SQLite costs a tenth of handing out their rows one by one.
  const lists = db
    .prepare<[channels: string], [channel: number, users: string]>(`
      SELECT listed.value, (
        SELECT json_group_array(user_id) FROM subscription INDEXED BY subscription_by_channel
         WHERE channel_id = listed.value AND is_active = 1
           AND user_id NOT IN (SELECT id FROM user WHERE is_active = 0))
        FROM json_each(?) AS listed`)
    .raw()
  const partialLists = db
    .prepare<{ channels: string; since: number }, [channel: number, users: string]>(`
      SELECT listed.value, (
        SELECT json_group_array(subscription.user_id)
          FROM subscription INDEXED BY subscription_by_channel
          CROSS JOIN user ON user.id = subscription.user_id AND user.is_active = 1
          LEFT JOIN presence ON presence.user_id = user.id
         WHERE channel_id = listed.value AND subscription.is_active = 1
           AND (bot_type IS NOT NULL OR joined_at >= @since OR active_at >= @since
                OR connected_at >= @since))
        FROM json_each(@channels) AS listed`)
    .raw()
  // A list as text takes a tenth of the time of thousands of rows.
  const subscribers = db
    .prepare<[channel: number], string>(`
      SELECT json_group_array(user_id) FROM (
        SELECT user_id FROM subscription JOIN user ON user.id = user_id
         WHERE channel_id = ? AND subscription.is_active = 1 AND user.is_active = 1 ORDER BY user_id)`)
    .pluck()
  const receivers = db
    .prepare<[channel: number], number>(`
      SELECT user_id FROM subscription JOIN user ON user.id = user_id
       WHERE channel_id = ? AND subscription.is_active = 1 AND user.is_active = 1
         AND bot_type IS NOT ${BOT_TYPE.outgoingWebhook} ORDER BY user_id`)
    .pluck()
  const isSubscribed = db
    .prepare<[user: number, channel: number], number>(
      'SELECT 1 FROM subscription WHERE user_id = ? AND channel_id = ? AND is_active = 1',
    )
    .pluck()
  const subscribe = db.prepare<[user: number, channel: number, color: string]>(`
    INSERT INTO subscription (user_id, channel_id, color) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET is_active = 1`)
  const unsubscribe = db.prepare<[user: number, channel: number]>(
    'UPDATE subscription SET is_active = 0 WHERE user_id = ? AND channel_id = ?',
  )
  const colorsOf = db
    .prepare<[user: number], string>('SELECT DISTINCT color FROM subscription WHERE user_id = ?')
    .pluck()
  const openSpan = db.prepare<[user: number, channel: number]>(`
    INSERT INTO subscription_span (user_id, channel_id, after_message_id)
    VALUES (?, ?, (SELECT coalesce(max(id), 0) FROM message))
    ON CONFLICT DO UPDATE SET until_message_id = NULL`)
  const closeSpan = db.prepare<[user: number, channel: number]>(`
    UPDATE subscription_span SET until_message_id = (SELECT coalesce(max(id), 0) FROM message)
     WHERE user_id = ? AND channel_id = ? AND until_message_id IS NULL`)

  const found = cachedResult(
    db,
    [{ table: 'subscription' }],
    (key: string) => get.get(...(key.split(',').map(Number) as [number, number])),
    ROWS_KEPT,
  )
  const receiversOf: (channelId: number) => readonly number[] = cachedResult(
    db,
    [{ table: 'subscription' }, { table: 'user' }],
    (channelId: number) => receivers.all(channelId),
    LISTS_KEPT,
  ) as (channelId: number) => readonly number[]

  return {
    find: (userId: number, channelId: number) => found(`${userId},${channelId}`),
    /** Active and former ones. */
    ofUser: (userId: number) => ofUser.all(userId),
    /** Colours of all subscriptions of a user, active and former ones. */
    colorsOf: (userId: number) => colorsOf.all(userId),
    /** Channels a user is subscribed to, archived ones included. */
    channelsOf: (userId: number) => channelsOf.all(userId),
    /** Active subscribers of these channels, as JSON. */
    lists: (channels: readonly number[]) => lists.all(JSON.stringify(channels)),
    /** The same with only bots and users active since a time. */
    partialLists: (channels: readonly number[], since: number) =>
      partialLists.all({ channels: JSON.stringify(channels), since }),
    /** Notes a channel when an active user joins or leaves it, or a subscriber's account is closed or opened. */
    changedLists: changeLog(
      db,
      { table: 'subscription', columns: ['is_active'], key: 'channel_id' },
      {
        ...{ table: 'user', columns: ['is_active'], ignoreInserts: true, key: 'channel_id' },
        keysFrom: (row) => `subscription WHERE user_id = ${row}.id AND is_active = 1`,
      },
    ),
    /** Active users who are subscribed, by ID. */
    subscribers: (channelId: number): number[] => JSON.parse(subscribers.get(channelId)!),
    /** Subscribers who get rows for new messages: outgoing webhooks do not. */
    receivers: receiversOf,
    isSubscribed: (userId: number, channelId: number) =>
      isSubscribed.get(userId, channelId) !== undefined,

    ...writing({
      set: (userId: number, channelId: number, setting: PersonalSetting, value: string | number) =>
        void setters.get(setting)!.run(value, userId, channelId),
      /** Also renews a former subscription, which keeps its colour. */
      subscribe(userId: number, channelId: number, color: string) {
        subscribe.run(userId, channelId, color)
        openSpan.run(userId, channelId)
      },
      unsubscribe(userId: number, channelId: number) {
        unsubscribe.run(userId, channelId)
        closeSpan.run(userId, channelId)
      },
    }),
  }
}
