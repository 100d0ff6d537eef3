// Table bot_service: the web service that an outgoing webhook posts to.

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

/** Statements on services of bots. */
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

  return {
    service: (botId: number) => service.get(botId),
    /** Bots with a service that a message mentions. */
    mentionedServices: (messageId: number) => mentionedServices.all(messageId),

    ...writing({
      saveService: (row: BotService) => void saveService.run(row),
    }),
  }
}
