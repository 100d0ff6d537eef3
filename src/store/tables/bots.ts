// Tables bot_service and bot_storage: the web service an outgoing webhook posts to, and keys
// that bots store.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Where an outgoing webhook posts. */
export interface BotService {
  bot_id: number
  base_url: string
  /** 1: this service's own format; 2: Slack's. */
  interface: number
  /** JSON. */
  config_data: string
}

/** What a bot stores. */
interface StoredSize {
  bytes: number
  keys: number
}

/** Statements on services and storage of bots. */
export function bots(db: Db) {
  const service = db.prepare<[bot: number], BotService>(
    'SELECT * FROM bot_service WHERE bot_id = ?',
  )
  const saveService = db.prepare<BotService>(`
    INSERT INTO bot_service VALUES (@bot_id, @base_url, @interface, @config_data)
    ON CONFLICT DO UPDATE SET base_url = excluded.base_url, interface = excluded.interface,
      config_data = excluded.config_data`)
  const mentionedServices = db
    .prepare<[message: number], number>(`
      SELECT user_id FROM message_mention JOIN bot_service ON bot_id = user_id
       WHERE message_id = ?`)
    .pluck()
  const stored = db.prepare<[bot: number], { key: string; value: string }>(
    'SELECT key, value FROM bot_storage WHERE bot_id = ? ORDER BY key',
  )
  const storedValue = db
    .prepare<[bot: number, key: string], string>(
      'SELECT value FROM bot_storage WHERE bot_id = ? AND key = ?',
    )
    .pluck()
  // Lengths in bytes are read without the texts, those in characters only with them.
  const size = db.prepare<[keys: string, bot: number], StoredSize>(`
    SELECT coalesce(sum(octet_length(key) + octet_length(value)), 0) AS bytes, count(*) AS keys
      FROM bot_storage
     WHERE key NOT IN (SELECT value FROM json_each(?)) AND bot_id = ?`)
  const store = db.prepare<[bot: number, key: string, value: string]>(`
    INSERT INTO bot_storage VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`)
  const forgetAll = db.prepare<[bot: number]>('DELETE FROM bot_storage WHERE bot_id = ?')
  const forget = db.prepare<[bot: number, key: string]>(
    'DELETE FROM bot_storage WHERE bot_id = ? AND key = ?',
  )

  return {
    service: (botId: number) => service.get(botId),
    /** Bots with a service that a message mentions. */
    mentionedServices: (messageId: number) => mentionedServices.all(messageId),
    stored: (botId: number) => stored.all(botId),
    storedValue: (botId: number, key: string) => storedValue.get(botId, key),
    /** UTF-8 bytes of all keys and values but those of a list, and how many keys there are. */
    storedBesides: (botId: number, keys: readonly string[]) =>
      size.get(JSON.stringify(keys), botId)!,

    ...writing({
      saveService: (row: BotService) => void saveService.run(row),
      store: (botId: number, key: string, value: string) => void store.run(botId, key, value),
      forgetAll: (botId: number) => void forgetAll.run(botId),
      /** @returns whether there was such a key */
      forget: (botId: number, key: string) => forget.run(botId, key).changes > 0,
    }),
  }
}
