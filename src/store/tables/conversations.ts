// Tables conversation and conversation_member: topics of channels and direct conversations.
// Every message belongs to one.

import type { Db } from '../db.ts'
import { messageIndexes } from '../message-indexes.ts'
import { pendingReceipts } from '../pending-receipts.ts'
import { writing } from '../writing.ts'

export interface Topic {
  id: number
  channel_id: number
  topic: string
  topic_key: string
  last_message_id: number | null
}

export interface DirectConversation {
  id: number
  /** Participants' IDs, ascending, joined by commas. */
  member_key: string
  last_message_id: number | null
}

/** Topics of channels and direct conversations: what messages belong to. */
export function conversations(db: Db) {
  const { ofPerson } = pendingReceipts(db)
  const indexes = messageIndexes(db)
  const topicById = db.prepare<[id: number], Topic>(
    'SELECT id, channel_id, topic, topic_key, last_message_id FROM conversation WHERE id = ? AND channel_id IS NOT NULL',
  )
  const topic = db.prepare<[channel: number, key: string], Topic>(`
    SELECT id, channel_id, topic, topic_key, last_message_id FROM conversation WHERE channel_id = ? AND topic_key = ?`)
  const namedTopic = db
    .prepare<[channel: number], number>(`
      SELECT 1 FROM conversation
       WHERE channel_id = ? AND last_message_id IS NOT NULL AND topic_key <> '' LIMIT 1`)
    .pluck()
  const insertTopic = db.prepare<[channel: number, topic: string, key: string]>(
    'INSERT INTO conversation (channel_id, topic, topic_key) VALUES (?, ?, ?)',
  )
  const indexTopic = db.prepare<[id: number, topic: string]>(
    'INSERT INTO topic_text (rowid, topic) VALUES (?, ?)',
  )
  const rename = db.prepare<[topic: string, id: number]>(
    'UPDATE conversation SET topic = ? WHERE id = ?',
  )
  const unindexTopic = db.prepare<[id: number]>('DELETE FROM topic_text WHERE rowid = ?')
  const relocate = db.prepare<{ id: number; channel: number; topic: string; key: string }>(
    'UPDATE conversation SET channel_id = @channel, topic = @topic, topic_key = @key WHERE id = @id',
  )
  const direct = db.prepare<[members: string], DirectConversation>(
    'SELECT id, member_key, last_message_id FROM conversation WHERE member_key = ?',
  )
  const insertDirect = db.prepare<[members: string]>(
    'INSERT INTO conversation (member_key) VALUES (?)',
  )
  const addMember = db.prepare<[user: number, conversation: number]>(
    'INSERT INTO conversation_member VALUES (?, ?)',
  )
  const participants = indexes
    .prepare<[id: number], number>(
      'SELECT user_id FROM topic_participant WHERE conversation_id = ? AND contributions > 0',
    )
    .pluck()
  const received = indexes
    .prepare<{ user: number; id: number; looks: number }, number>(`
      SELECT m.message_id FROM conversation_message AS m
        CROSS JOIN user_message AS um ON um.user_id = @user AND um.message_id = m.message_id
       WHERE m.conversation_id = @id
         AND m.message_id > ifnull((SELECT message_id FROM conversation_message WHERE conversation_id = @id
                                     ORDER BY message_id DESC LIMIT 1 OFFSET @looks), 0)
       ORDER BY m.message_id DESC LIMIT 1`)
    .pluck()
  const setLast = db.prepare<[message: number | null, id: number]>(
    'UPDATE conversation SET last_message_id = ? WHERE id = ?',
  )

  return {
    findTopicById: (id: number) => topicById.get(id),
    /** @param key the topic, case-folded */
    findTopic: (channelId: number, key: string) => topic.get(channelId, key),
    /** Whether any message of a channel has a topic that is not empty. */
    hasNamedTopic: (channelId: number) => namedTopic.get(channelId) !== undefined,
    /** @param members participants' IDs, ascending */
    findDirect: (members: readonly number[]) => direct.get(members.join(',')),
    /** Who has written in a topic or reacted to something there. */
    participants: (id: number) => participants.all(id),
    /** The newest that a person has of its newest messages. @param looks how many of these are looked at */
    newestReceived: ofPerson((user: number, id: number, looks: number) =>
      received.get({ user, id, looks }),
    ),

    ...writing({
      createTopic(channelId: number, name: string, key: string): number {
        const id = Number(insertTopic.run(channelId, name, key).lastInsertRowid)
        indexTopic.run(id, name)
        return id
      },
      /** Changes the spelling of a topic for all messages without a spelling of their own. */
      respell: (id: number, topic: string) => void rename.run(topic, id),
      /**
       * Gives a topic another name or channel, with everything in it. A topic without messages that
       * had that name takes the old one in exchange.
       */
      relocate(from: Topic, to: Pick<Topic, 'channel_id' | 'topic' | 'topic_key'>) {
        const inTheWay = topic.get(to.channel_id, to.topic_key)
        const put = (id: number, at: Pick<Topic, 'channel_id' | 'topic' | 'topic_key'>) => {
          relocate.run({ id, channel: at.channel_id, topic: at.topic, key: at.topic_key })
          unindexTopic.run(id)
          indexTopic.run(id, at.topic)
        }
        if (inTheWay && inTheWay.id !== from.id) {
          // No topic starts with a newline, so this name is free while the two change places.
          put(inTheWay.id, { ...to, topic_key: `\n${inTheWay.id}` })
          put(from.id, to)
          put(inTheWay.id, from)
        } else put(from.id, to)
      },
      createDirect(members: readonly number[]): number {
        const id = Number(insertDirect.run(members.join(',')).lastInsertRowid)
        for (const userId of members) addMember.run(userId, id)
        return id
      },
      setLastMessage: (id: number, messageId: number | null) => void setLast.run(messageId, id),
    }),
  }
}
