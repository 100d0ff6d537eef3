// Moves messages between conversations, one by one or a whole topic at once.

import { BOT_TYPE, TRAIT } from '../bits.ts'
import type { Db } from '../db.ts'
import { messageIndexes } from '../message-indexes.ts'
import { messageReceivers, receiversOf } from '../message-receivers.ts'
import { pendingReceipts, type Receipt } from '../pending-receipts.ts'
import { writing } from '../writing.ts'

/** The place a message moves to. */
export interface NewPlace {
  id: number
  conversation: number
  channel: number
  /** Only where spelled unlike the conversation. */
  topic: string | null
  /** Newest edit of all; see message.history_floor. */
  floor: number
}

/** What a user has of one of several messages. */
export interface MessageReceipt extends Receipt {
  message_id: number
}

const subscribedTo = (channel: string) => `
  SELECT 1 FROM subscription
   WHERE subscription.user_id = um.user_id AND channel_id = ${channel} AND is_active = 1`

/** Moves messages between topics, one by one or a whole topic at once. */
export function messageMoves(db: Db) {
  const pending = pendingReceipts(db)
  const receivers = messageReceivers(db)
  const indexes = messageIndexes(db)
  const from = indexes
    .prepare<[conversation: number, id: number, limit: number], number>(`
      SELECT message_id FROM conversation_message
       WHERE conversation_id = ? AND message_id >= ? ORDER BY message_id LIMIT ?`)
    .pluck()
  const newestBelow = indexes
    .prepare<[conversation: number, below: number, limit: number], number>(`
      SELECT message_id FROM conversation_message
       WHERE conversation_id = ? AND message_id < ? ORDER BY message_id DESC LIMIT ?`)
    .pluck()
  const isIn = db
    .prepare<[id: number, conversation: number], number>(
      'SELECT 1 FROM message WHERE id = ? AND conversation_id = ?',
    )
    .pluck()
  const oldest = indexes
    .prepare<[conversation: number], number | null>(
      'SELECT min(message_id) FROM conversation_message WHERE conversation_id = ?',
    )
    .pluck()
  const newest = indexes
    .prepare<[conversation: number], number | null>(
      'SELECT max(message_id) FROM conversation_message WHERE conversation_id = ?',
    )
    .pluck()
  const oldestOfChannel = indexes
    .prepare<[channel: number], number | null>(
      'SELECT min(message_id) FROM channel_message WHERE channel_id = ?',
    )
    .pluck()
  const ownSpelling = db.prepare<[conversation: number], { id: number; topic: string }>(
    'SELECT id, topic FROM message WHERE conversation_id = ? AND topic IS NOT NULL',
  )
  const place = db.prepare<NewPlace>(`
    UPDATE message SET conversation_id = @conversation, channel_id = @channel, topic = @topic,
           history_floor = @floor, traits = traits | ${TRAIT.edits}
     WHERE id = @id`)
  const respell = db.prepare<[topic: string | null, id: number]>(
    `UPDATE message SET topic = ?, traits = traits | ${TRAIT.edits} WHERE id = ?`,
  )
  const settle = db.prepare<[floor: number, id: number]>(
    `UPDATE message SET topic = NULL, history_floor = ?, traits = traits | ${TRAIT.edits} WHERE id = ?`,
  )
  const moveAll = indexes.prepare<[channel: number, conversation: number]>(`
    UPDATE message SET channel_id = ?
     WHERE id IN (SELECT message_id FROM conversation_message WHERE conversation_id = ?)`)
  const outsiders = db.prepare<{ message: number; channel: number }, MessageReceipt>(`
    SELECT user_id, message_id, flags FROM ${receiversOf('@message')} CROSS JOIN user_message AS um USING (user_id)
     WHERE message_id = @message AND NOT EXISTS (${subscribedTo('@channel')})`)
  const dropRow = db.prepare<[message: number, user: number, flags: number, channel: number]>(`
    DELETE FROM user_message AS um
     WHERE message_id = ? AND user_id = ? AND flags = ? AND NOT EXISTS (${subscribedTo('?')})`)
  const addInsiders = db
    .prepare<{ message: number; channel: number }, number>(`
      INSERT INTO user_message (user_id, message_id, flags)
      SELECT user_id, @message, 1 FROM subscription JOIN user ON user.id = user_id
       WHERE channel_id = @channel AND subscription.is_active = 1 AND user.is_active = 1
         AND bot_type IS NOT ${BOT_TYPE.outgoingWebhook}
      ON CONFLICT DO NOTHING RETURNING user_id`)
    .pluck()
  const isSubscribedSince = db
    .prepare<[user: number, channel: number, message: number], number>(`
      SELECT 1 FROM subscription_span
       WHERE user_id = ? AND channel_id = ? AND after_message_id < ? AND until_message_id IS NULL`)
    .pluck()
  const newestSent = indexes.prepare<
    [conversation: number],
    { id: number; sender_id: number; sent_at: number; content: string }
  >(`
    SELECT id, sender_id, sent_at, content FROM conversation_message AS m
      CROSS JOIN message ON id = message_id
     WHERE m.conversation_id = ? ORDER BY message_id DESC LIMIT 1`)
  const sentAt = db
    .prepare<[id: number], number>('SELECT sent_at FROM message WHERE id = ?')
    .pluck()

  return {
    /** IDs of the messages of a conversation from `id` on, ascending. */
    idsFrom: (conversation: number, id: number, limit = Number.MAX_SAFE_INTEGER) =>
      from.all(conversation, id, limit),
    /** IDs of the newest messages of a conversation below an ID, ascending. */
    newestBelow: (conversation: number, below: number, limit: number) =>
      newestBelow.all(conversation, below, limit).reverse(),
    isIn: (id: number, conversation: number) => isIn.get(id, conversation) !== undefined,
    oldestIn: (conversation: number) => oldest.get(conversation) ?? null,
    newestIn: (conversation: number) => newest.get(conversation) ?? null,
    oldestInChannel: (channel: number) => oldestOfChannel.get(channel) ?? null,
    /** Sender and time of the newest message of a conversation. */
    newestSentIn: (conversation: number) => newestSent.get(conversation),
    /** Messages of a conversation that spell its topic in their own way. */
    ownSpellings: (conversation: number) => ownSpelling.all(conversation),
    /** Whether a person was subscribed when a message was sent and has been ever since. */
    isSubscribedSince: (userId: number, channel: number, messageId: number) =>
      isSubscribedSince.get(userId, channel, messageId) !== undefined,
    /** How many of the newest of these messages were sent at or after a time. @param ids ascending */
    countSince(ids: readonly number[], time: number): number {
      let count = 0
      while (count < ids.length && sentAt.get(ids.at(-1 - count)!)! >= time) count++
      return count
    },

    /** The rows of users who are not subscribed to a channel. */
    outsiders: (message: number, channel: number) =>
      pending.withRowsOfMessage(message, () => outsiders.all({ message, channel })),

    ...writing({
      place: (to: NewPlace) => void place.run(to),
      /** Another spelling of the topic it is in. */
      respell: (id: number, topic: string | null) => void respell.run(topic, id),
      /** Lets a message share the history of its conversation from the edit `floor` on. */
      settle: (id: number, floor: number) => void settle.run(floor, id),
      /** Takes all messages of a conversation, whose row has moved, to its channel. */
      moveAll: (conversation: number, channel: number) => void moveAll.run(channel, conversation),
      /** Removes the row of a user who is not subscribed to the channel. @returns false if it has changed since it was read */
      dropRow: (message: number, userId: number, flags: number, channel: number) =>
        pending.withRowsOfMessage(message, () => {
          const isDropped = dropRow.run(message, userId, flags, channel).changes === 1
          if (isDropped) receivers.take(message, userId)
          return isDropped
        }),
      /** Gives a message, as read, to the subscribers of a channel who do not have it. */
      addInsiders: (message: number, channel: number) =>
        pending.withRowsOfMessage(message, () => {
          const added = addInsiders.all({ message, channel })
          if (added.length > 0) receivers.give([message], added)
        }),
    }),
  }
}
