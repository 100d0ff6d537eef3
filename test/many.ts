// Many people and many messages, written into the database at once, for tests of what their number does.

import { join } from 'node:path'
import { FLAG } from '../src/store/bits.ts'
import { type Db, openDatabase } from '../src/store/db.ts'
import { messageIndexes } from '../src/store/message-indexes.ts'
import { MessageText } from '../src/store/message-text.ts'
import { searchText } from '../src/text/search/search-text.ts'
import type { Chat } from './chat.ts'

/**
 * Adds people with accounts.
 * @param joins channel they are subscribed to, and UNIX seconds when they joined
 * @returns their IDs, ascending
 */
export function addCrowd(
  chat: Chat,
  count: number,
  joins: { channelId?: number; at?: number } = {},
): number[] {
  const { channelId, at = 0 } = joins
  return inDatabase(chat, (db) => {
    const user = db.prepare(
      `INSERT INTO user (email, email_key, full_name, name_key, role, joined_at)
       VALUES (@key, @key, @key, @key, 400, @at)`,
    )
    const subscription = db.prepare(
      `INSERT INTO subscription (user_id, channel_id, color) VALUES (?, ?, '#000000')`,
    )
    const ids = Array.from({ length: count }, (_, index) =>
      Number(user.run({ key: `p${index}@harbour.test`, at }).lastInsertRowid),
    )
    if (channelId === undefined) return ids
    for (const id of ids) subscription.run(id, channelId)
    db.prepare('UPDATE channel SET subscriber_count = subscriber_count + ? WHERE id = ?').run(
      count,
      channelId,
    )
    return ids
  })
}

/**
 * Repeats the newest message with its words, for everyone who has it.
 * @param count how many there are then
 * @param isRead whether the new ones are read
 * @returns the IDs of all of them, ascending
 */
export function repeatMessage(chat: Chat, id: number, count: number, isRead: boolean): number[] {
  return inDatabase(chat, (db) => {
    const columns = (db.pragma('table_info(message)') as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => name !== 'id')
      .join(', ')
    db.exec(`
      WITH RECURSIVE number (n) AS (VALUES (2) UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
      INSERT INTO message (${columns})
      SELECT ${columns} FROM number CROSS JOIN message WHERE id = ${id};
      INSERT INTO user_message (user_id, message_id, flags)
      SELECT user_id, message.id, ${isRead ? FLAG.read : 0}
        FROM user_message JOIN message ON message.id > message_id WHERE message_id = ${id};
      INSERT INTO message_receivers (message_id, user_ids)
      SELECT message.id, user_ids FROM message_receivers JOIN message ON message.id > message_id
       WHERE message_id = ${id};`)
    follow(db, id + count - 1)
    return Array.from({ length: count }, (_, at) => id + at)
  })
}

/** Has messages link the file that is there. */
export const linkFile = (chat: Chat, messages: readonly number[]) =>
  inDatabase(chat, (db) => {
    const link = db.prepare('INSERT INTO attachment_message SELECT id, ? FROM attachment')
    for (const id of messages) link.run(id)
  })

/** Leaves out IDs, so that messages lie as far apart as among many others. */
export const skipMessageIds = (chat: Chat, count: number) =>
  inDatabase(chat, (db) => {
    db.prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'message'").run(count)
  })

/** Gives a channel more topics, each with a message that nobody received. @returns the messages, ascending */
export const addTopics = (chat: Chat, channelId: number, count: number): number[] =>
  inDatabase(chat, (db) => {
    const topic = db.prepare(`
      INSERT INTO conversation (channel_id, topic, topic_key, last_message_id) VALUES (?, ?, ?, ?)`)
    const message = db.prepare(`
      INSERT INTO message (conversation_id, channel_id, sender_id, sent_at, client, content, rendered,
                           renderer_version)
      SELECT ?, ?, sender_id, sent_at, client, content, rendered, renderer_version FROM message LIMIT 1`)
    const setLast = db.prepare('UPDATE conversation SET last_message_id = ? WHERE id = ?')
    const ids = Array.from({ length: count }, (_, at) => {
      const { lastInsertRowid: id } = topic.run(channelId, `many ${at}`, `many ${at}`, null)
      const sent = Number(message.run(id, channelId).lastInsertRowid)
      setLast.run(sent, id)
      return sent
    })
    follow(db, ids.at(-1)!)
    return ids
  })

/**
 * Repeats some row of a table with other names.
 * @param count how many copies to make
 */
export const repeatRow = (chat: Chat, table: string, name: string, count: number) =>
  inDatabase(chat, (db) => {
    const columns = (db.pragma(`table_info(${table})`) as { name: string }[])
      .map((column) => column.name)
      .filter((column) => column !== 'id')
    const values = columns.map((column) =>
      column.startsWith(name) ? `${column} || '-${count}-' || n` : column,
    )
    db.exec(`
      WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
      INSERT INTO ${table} (${columns})
      SELECT ${values} FROM number CROSS JOIN (SELECT * FROM ${table} LIMIT 1)`)
  })

/** Writes what follows the messages up to one that was written beside the server. */
function follow(db: Db, newest: number) {
  messageIndexes(db).add(newest)
  messageIndexes(db).complete()
  const text = new MessageText(db, searchText)
  text.add(newest, '')
  text.whole(() => {})
}

/** Does work in one transaction of a second connection, beside the server. */
function inDatabase<T>({ folder }: Chat, work: (db: Db) => T): T {
  const db = openDatabase(join(folder, 'hearth.db'))
  try {
    return db.transaction(work)(db)
  } finally {
    db.close()
  }
}
