import type { Db } from './db.ts'

/** Bits of message.traits. */
export const TRAIT = {
  link: 1,
  image: 2,
  attachment: 4,
  reactions: 8,
  submessages: 16,
  edits: 32,
} as const

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

export function messages(db: Db) {
  const byId = db.prepare<[id: number], Message>(`
    SELECT message.id, conversation_id, message.channel_id, sender_id, coalesce(message.topic, conversation.topic) AS topic,
           sent_at, client, content, rendered, traits, history_floor, member_key, channel.name AS channel_name
      FROM message
      JOIN conversation ON conversation.id = conversation_id
      LEFT JOIN channel ON channel.id = message.channel_id
     WHERE message.id = ?`)
  const insert = db.prepare<NewMessage>(`
    INSERT INTO message (conversation_id, channel_id, sender_id, topic, sent_at, client, content, rendered,
                         renderer_version, traits)
    VALUES (@conversation_id, @channel_id, @sender_id, @topic, @sent_at, @client, @content, @rendered,
            @renderer_version, @traits)`)
  const index = db.prepare<[id: number, body: string]>(
    'INSERT INTO message_text (rowid, body) VALUES (?, ?)',
  )
  const mention = db.prepare<[user: number, message: number]>(
    'INSERT INTO message_mention VALUES (?, ?)',
  )
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM message').pluck()

  return {
    find: (id: number) => byId.get(id),
    /** @param body the text people search, without markup */
    create(message: NewMessage, body: string, mentioned: readonly number[]): number {
      const id = Number(insert.run(message).lastInsertRowid)
      index.run(id, body)
      for (const userId of mentioned) mention.run(userId, id)
      return id
    },
    /** ID of the newest message of all, 0 where there is none. */
    newestId: () => newest.get() ?? 0,
  }
}
