// Fills a data folder by SQL, faster than the API could.

import {
  closeSync,
  cpSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KeyRing } from '../../src/base/tokens.ts'
import { readConfig } from '../../src/config.ts'
import { SYSTEM_GROUP } from '../../src/domain/access/group-names.ts'
import { initOrganization } from '../../src/offline.ts'
import { type Db, openDatabase } from '../../src/store/db.ts'
import { messageIndexes } from '../../src/store/message-indexes.ts'
import { messageReceivers } from '../../src/store/message-receivers.ts'
import { MessageText } from '../../src/store/message-text.ts'
import { ReceiverFlags } from '../../src/store/receiver-flags.ts'
import { searchText } from '../../src/text/search/search-text.ts'

export interface Member {
  id: number
  /** The header that logs this member in. */
  authorization: string
}

/** A data folder filled by SQL, faster than any API could. */
export class Team {
  readonly folder: string
  readonly db: Db
  readonly members: Member[] = []
  readonly #keys: KeyRing

  private constructor(folder: string) {
    this.folder = folder
    this.db = openDatabase(join(folder, 'hearth.db'))
    this.db.pragma('synchronous = OFF')
    this.#keys = new KeyRing(readFileSync(join(folder, 'secret.key')))
    const owner = this.db.prepare('SELECT id, email FROM user WHERE role = 100').get() as {
      id: number
      email: string
    }
    this.members.push(this.#member(owner.id, owner.email))
  }

  /** Founds an organization in an empty folder. */
  static async found(folder: string): Promise<Team> {
    await initOrganization(readConfig({ data: folder }, {}), {
      name: 'Harbour',
      ownerEmail: 'owner@harbour.test',
      ownerName: 'Olga',
      password: 'correct horse battery',
    })
    return new Team(folder)
  }

  get owner() {
    return this.members[0]!
  }

  /** Adds members until there are `count` with the owner. */
  addMembers(count: number) {
    const insert = this.db.prepare(
      `INSERT INTO user (email, email_key, full_name, name_key, role, joined_at, avatar_source)
       VALUES (@email, @email, @name, lower(@name), 400, 1700000000, @picture)`,
    )
    const join = this.db.prepare('INSERT INTO user_group_member VALUES (?, ?)')
    this.db.transaction(() => {
      for (let index = this.members.length; index < count; index++) {
        const email = `member${index}@harbour.test`
        const picture = index % 2 === 0 ? 'G' : 'J'
        const id = Number(
          insert.run({ email, name: `Member ${index} Harbour`, picture }).lastInsertRowid,
        )
        join.run(SYSTEM_GROUP['role:members'], id)
        join.run(SYSTEM_GROUP['role:fullmembers'], id)
        this.members.push(this.#member(id, email))
      }
    })()
  }

  /** A public channel like the first one, with these members. @returns its ID */
  addChannel(name: string, members: readonly Member[]): number {
    const columns = (this.db.pragma('table_info(channel)') as { name: string }[])
      .map((column) => column.name)
      .filter((column) => !['id', 'name', 'name_key', 'is_default'].includes(column))
    const id = Number(
      this.db
        .prepare(
          `INSERT INTO channel (name, name_key, ${columns.join(', ')})
           SELECT ?, ?, ${columns.join(', ')} FROM channel WHERE id = 1`,
        )
        .run(name, name.toLowerCase()).lastInsertRowid,
    )
    this.db.prepare('UPDATE channel SET subscriber_count = 0 WHERE id = ?').run(id)
    this.subscribe(id, members)
    return id
  }

  subscribe(channel: number, members: readonly Member[]) {
    const subscribe = this.db.prepare(
      `INSERT INTO subscription (user_id, channel_id, color) VALUES (?, ?, '#76ce90')`,
    )
    const open = this.db.prepare(
      'INSERT INTO subscription_span (user_id, channel_id, after_message_id) VALUES (?, ?, 0)',
    )
    const count = this.db.prepare(
      'UPDATE channel SET subscriber_count = subscriber_count + ? WHERE id = ?',
    )
    this.db.transaction(() => {
      for (const { id } of members) {
        subscribe.run(id, channel)
        open.run(id, channel)
      }
      count.run(members.length, channel)
    })()
  }

  addTopic(channel: number, name: string): number {
    const id = Number(
      this.db
        .prepare('INSERT INTO conversation (channel_id, topic, topic_key) VALUES (?, ?, ?)')
        .run(channel, name, name.toLowerCase()).lastInsertRowid,
    )
    this.db.prepare('INSERT INTO topic_text (rowid, topic) VALUES (?, ?)').run(id, name)
    return id
  }

  addDirect(members: readonly Member[]): number {
    const ids = members.map((member) => member.id).sort((a, b) => a - b)
    const id = Number(
      this.db.prepare('INSERT INTO conversation (member_key) VALUES (?)').run(ids.join(','))
        .lastInsertRowid,
    )
    const add = this.db.prepare('INSERT INTO conversation_member VALUES (?, ?)')
    for (const userId of ids) add.run(userId, id)
    return id
  }

  /** Settles what messages leave on conversations and channels, and closes the database. */
  close() {
    this.db.exec(`
      UPDATE conversation SET last_message_id =
        (SELECT max(id) FROM message WHERE conversation_id = conversation.id);
      UPDATE channel SET first_message_id =
        (SELECT min(id) FROM message WHERE channel_id = channel.id);`)
    this.db.transaction(() => messageIndexes(this.db).complete())()
    this.db.pragma('wal_checkpoint(TRUNCATE)')
    this.db.close()
  }

  #member(id: number, email: string): Member {
    const credentials = Buffer.from(`${email}:${this.#keys.apiKey(id, 1)}`).toString('base64')
    return { id, authorization: `Basic ${credentials}` }
  }
}

export interface NewMessage {
  conversation: number
  channel: number | null
  sender: number
  content: string
}

/** Statements that write messages and what belongs to them, prepared once for many. */
export function messageWriter(db: Db) {
  const insert = db.prepare(
    `INSERT INTO message (conversation_id, channel_id, sender_id, sent_at, client, content, rendered,
                          renderer_version)
     VALUES (?, ?, ?, ?, 'website', ?, ?, 1)`,
  )
  const text = new MessageText(db, searchText)
  const indexes = messageIndexes(db)
  const give = db.prepare('INSERT INTO user_message VALUES (?, ?, ?)')
  const receivers = messageReceivers(db)
  let sentAt = 1_700_000_000
  return {
    /** @returns the message's ID */
    write({ conversation, channel, sender, content }: NewMessage): number {
      const rendered = `<p>${content}</p>`
      sentAt += 3
      const { lastInsertRowid } = insert.run(
        conversation,
        channel,
        sender,
        sentAt,
        content,
        rendered,
      )
      const id = Number(lastInsertRowid)
      indexes.add(id)
      text.add(id, rendered)
      return id
    },
    /** Once for each message. @param flags by receiver */
    give(messageId: number, flags: ReadonlyMap<number, number>) {
      receivers.add(messageId, new ReceiverFlags([...flags.keys()]), false)
      for (const [userId, bits] of flags) give.run(userId, messageId, bits)
    },
    /** The end of each transaction. */
    keepIndexes() {
      text.keepUp(0)
      indexes.keepUp()
    },
  }
}

/** A folder for this run, gone when it is over. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'hearth-bench-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * A second copy of a data folder, so that two servers write the same into the same. It is on disk: else
 * the system would write hundreds of megabytes beside what is measured.
 */
export function copyOf(folder: string): Disposable & { path: string } {
  const copy = temporaryFolder()
  cpSync(folder, copy.path, { recursive: true })
  for (const entry of readdirSync(copy.path, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) flush(join(entry.parentPath, entry.name))
  return copy
}

function flush(file: string) {
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
