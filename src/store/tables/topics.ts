// Topics as readers list and find them; the rows are those of table conversation.

import type { Db } from '../db.ts'
import { messageIndexes } from '../message-indexes.ts'
import { pendingReceipts } from '../pending-receipts.ts'

/** A topic as lists of topics show it. */
export interface ListedTopic {
  id: number
  last_message_id: number
  /** As its newest message spells it, of those that the reader has. */
  name: string
  /** That message; null where the reader has none. */
  max_id: number | null
}

/** Topics of a channel, the newest first, whose last message is older than another. */
export interface TopicPage {
  channel: number
  below: number
  limit: number
}

/** What one person chose for a topic that has messages. */
export interface TopicPolicy {
  conversation_id: number
  channel_id: number
  /** 1 muted, 2 unmuted, 3 followed. */
  visibility_policy: number
}

/** Statements that list and find topics. */
export function topics(db: Db) {
  const { ofPerson } = pendingReceipts(db)
  const indexes = messageIndexes(db)
  const named = db
    .prepare<[key: string], number>(`
      SELECT conversation.id FROM channel CROSS JOIN conversation
       WHERE conversation.channel_id = channel.id AND topic_key = ?`)
    .pluck()
  const resolved = db
    .prepare<[limit: number], number>(`
      SELECT id FROM conversation INDEXED BY conversation_resolved
       WHERE substr(topic_key, 1, 2) = '✔ ' LIMIT ?`)
    .pluck()
  const resolvedIn = db
    .prepare<[channel: number, limit: number], number>(`
      SELECT id FROM conversation INDEXED BY conversation_resolved
       WHERE channel_id = ? AND substr(topic_key, 1, 2) = '✔ ' LIMIT ?`)
    .pluck()
  const policies = db.prepare<[user: number], TopicPolicy>(`
    SELECT conversation.id AS conversation_id, user_topic.channel_id, visibility_policy
      FROM user_topic CROSS JOIN conversation USING (channel_id, topic_key) WHERE user_id = ?`)
  const mutedChannels = db
    .prepare<[user: number], number>(
      'SELECT channel_id FROM subscription WHERE user_id = ? AND is_active = 1 AND is_muted = 1',
    )
    .pluck()
  const ofChannel = db.prepare<TopicPage, ListedTopic>(`
    SELECT coalesce((SELECT message.topic FROM message INDEXED BY message_own_spelling
                      WHERE conversation_id = conversation.id AND message.topic IS NOT NULL
                        AND message.id = last_message_id), topic) AS name,
           last_message_id AS max_id, id, last_message_id
      FROM conversation INDEXED BY conversation_by_channel
     WHERE channel_id = @channel AND last_message_id < @below ORDER BY last_message_id DESC LIMIT @limit`)
  const received = indexes.prepare<TopicPage & { user: number }, ListedTopic>(`
    SELECT coalesce(message.topic, found.topic) AS name, max_id, found.id, last_message_id
      FROM (SELECT id, topic, last_message_id, (SELECT um.message_id FROM conversation_message AS m
                             CROSS JOIN user_message AS um ON um.user_id = @user AND um.message_id = m.message_id
                            WHERE m.conversation_id = conversation.id
                            ORDER BY m.message_id DESC LIMIT 1) AS max_id
              FROM conversation INDEXED BY conversation_by_channel
             WHERE channel_id = @channel AND last_message_id < @below
             ORDER BY last_message_id DESC LIMIT @limit) AS found
      LEFT JOIN message ON message.id = max_id`)

  return {
    /** Conversations of this name in whatever channel. @param key the name, case-folded */
    named: (key: string) => named.all(key),
    /** IDs of the resolved topics of a channel, or of all channels: at most `limit`. */
    resolved: (channelId: number | undefined, limit: number) =>
      channelId === undefined ? resolved.all(limit) : resolvedIn.all(channelId, limit),
    policies: (userId: number) => policies.all(userId),
    /** Channels this person subscribes to and has muted. */
    mutedChannels: (userId: number) => mutedChannels.all(userId),
    ofChannel: (page: TopicPage) => ofChannel.all(page),
    /** The same page, with the newest message that this person received of each. */
    received: ofPerson((user: number, page: TopicPage) => received.all({ ...page, user })),
  }
}
