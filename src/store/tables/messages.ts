// Tables message, message_text and message_mention: writing, changing, deleting and finding
// messages by ID.

import { TRAIT } from '../bits.ts'
import type { Db } from '../db.ts'
import { messageIndexes } from '../message-indexes.ts'
import { receiversOf } from '../message-receivers.ts'
import type { MessageText } from '../message-text.ts'
import { pendingReceipts } from '../pending-receipts.ts'
import { writing } from '../writing.ts'

/** Those that follow from what a message says. */
const CONTENT_TRAITS = TRAIT.link | TRAIT.image | TRAIT.attachment

export type ChangedContent = ChangedRendering & Pick<NewMessage, 'content'>

export type ChangedRendering = Pick<NewMessage, 'rendered' | 'renderer_version' | 'traits'>

export interface Message {
  id: number
  conversation_id: number
  channel_id: number | null
  sender_id: number
  /** As this message spells it; null on direct messages. */
  topic: string | null
  sent_at: number
  client: string
  content: string
  rendered: string
  traits: number
  history_floor: number
  /** Participants of a direct conversation, IDs joined by commas; null in channels. */
  member_key: string | null
  channel_name: string | null
}

export interface NewMessage {
  conversation_id: number
  channel_id: number | null
  sender_id: number
  /** Only where spelled unlike the conversation. */
  topic: string | null
  sent_at: number
  client: string
  content: string
  rendered: string
  renderer_version: number
  traits: number
}

const SELECT = `
  SELECT message.id, conversation_id, message.channel_id, sender_id, coalesce(message.topic, conversation.topic) AS topic,
         sent_at, client, content, rendered, traits, history_floor, member_key, channel.name AS channel_name
    FROM message
    JOIN conversation ON conversation.id = conversation_id
    LEFT JOIN channel ON channel.id = message.channel_id`

/** Statements on messages and their search text. */
export function messages(db: Db, text: MessageText) {
  const pending = pendingReceipts(db)
  const indexes = messageIndexes(db)
  const byId = db.prepare<[id: number], Message>(`${SELECT} WHERE message.id = ?`)
  const after = db.prepare<[id: number, upTo: number, limit: number], Message>(
    `${SELECT} WHERE message.id > ? AND message.id <= ? ORDER BY message.id LIMIT ?`,
  )
  // By position: looking each name up took as long as SQLite does for the row.
  const insert = db.prepare<(string | number | null)[]>(`
    INSERT INTO message (conversation_id, channel_id, sender_id, topic, sent_at, client, content, rendered,
                         renderer_version, traits)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const mention = db.prepare<[user: number, message: number]>(
    'INSERT INTO message_mention VALUES (?, ?)',
  )
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM message').pluck()
  const nextFrom = db.prepare<[id: number], { id: number; sent_at: number }>(
    'SELECT id, sent_at FROM message WHERE id >= ? ORDER BY id LIMIT 1',
  )
  const setContent = db.prepare<[content: string, id: number]>(
    'UPDATE message SET content = ? WHERE id = ?',
  )
  const setRendering = db.prepare<ChangedRendering & { id: number; kept: number }>(`
    UPDATE message SET rendered = @rendered, renderer_version = @renderer_version,
           traits = (traits & @kept) | @traits
     WHERE id = @id`)
  const addTraits = db.prepare<[traits: number, id: number]>(
    'UPDATE message SET traits = traits | ? WHERE id = ?',
  )
  const dropTraits = db.prepare<[traits: number, id: number]>(
    'UPDATE message SET traits = traits & ~? WHERE id = ?',
  )
  const unmention = db.prepare<[message: number]>(
    'DELETE FROM message_mention WHERE message_id = ?',
  )
  const removeRows = db.prepare<{ message: number }>(`
    DELETE FROM user_message WHERE user_id IN (SELECT user_id FROM ${receiversOf('@message')}) AND message_id = @message`)
  const remove = db.prepare<[id: number]>('DELETE FROM message WHERE id = ?')

  const sentBy = indexes
    .prepare<{ sender: number; below: number; limit: number }, number>(`
      SELECT message_id FROM sender_message
       WHERE sender_id = @sender AND message_id < @below ORDER BY message_id DESC LIMIT @limit`)
    .pluck()
  const newestIn = indexes
    .prepare<{ channel: number; since: number; limit: number }, number>(`
      SELECT id FROM (SELECT id, sent_at FROM channel_message AS m CROSS JOIN message ON id = message_id
                       WHERE m.channel_id = @channel ORDER BY message_id DESC LIMIT @limit)
       WHERE sent_at >= @since`)
    .pluck()

  function changeRendering(id: number, { rendered, renderer_version, traits }: ChangedRendering) {
    setRendering.run({ id, kept: ~CONTENT_TRAITS, rendered, renderer_version, traits })
    text.change(id, rendered)
  }

  return {
    find: (id: number) => byId.get(id),
    /** At most `limit` of all messages, the oldest above one ID and up to another. */
    between: (id: number, upTo: number, limit: number) => after.all(id, upTo, limit),
    /** Newest first: at most `limit` messages of a sender, with lower IDs than `below`. */
    sentBy: (sender: number, below: number, limit: number) => sentBy.all({ sender, below, limit }),
    /** Newest first: at most `limit` messages of a channel, none sent before `since`. */
    newestIn: (channel: number, since: number, limit: number) =>
      newestIn.all({ channel, since, limit }),
    /** ID of the newest message of all; 0 if no message exists. */
    newestId: () => newest.get() ?? 0,
    /**
     * ID of the first message sent at a time or later, one above the newest if all are older.
     * Searched by halves: IDs were given in the order of time.
     */
    firstIdSince(at: number): number {
      let [low, high] = [1, (newest.get() ?? 0) + 1]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        const next = nextFrom.get(middle)
        if (next === undefined || next.sent_at >= at) high = middle
        else low = next.id + 1
      }
      return low
    },

    /** Whether the end of the transaction will have as much to index as it should. */
    hasMuchToIndex: () => text.isMuch,

    ...writing({
      create(message: NewMessage, mentioned: readonly number[]): number {
        const id = Number(
          insert.run(
            message.conversation_id,
            message.channel_id,
            message.sender_id,
            message.topic,
            message.sent_at,
            message.client,
            message.content,
            message.rendered,
            message.renderer_version,
            message.traits,
          ).lastInsertRowid,
        )
        indexes.add(id)
        text.add(id, message.rendered)
        for (const userId of mentioned) mention.run(userId, id)
        return id
      },
      changeContent(id: number, changed: ChangedContent, mentioned: readonly number[]) {
        setContent.run(changed.content, id)
        changeRendering(id, changed)
        unmention.run(id)
        for (const userId of mentioned) mention.run(userId, id)
      },
      changeRendering,
      addTraits: (id: number, traits: number) => void addTraits.run(traits, id),
      dropTraits: (id: number, traits: number) => void dropTraits.run(traits, id),
      /** Deletes the message with everyone's rows, its reactions, its history and its search text. */
      remove(id: number) {
        pending.forget(id)
        removeRows.run({ message: id })
        text.remove(id)
        remove.run(id)
      },
      /** The end of each transaction: brings the indexes of messages along. @param tookMs what it took so far */
      keepIndexes(tookMs: number) {
        indexes.keepUp()
        text.keepUp(tookMs)
      },
    }),
  }
}
