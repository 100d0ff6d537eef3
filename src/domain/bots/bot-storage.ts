// Keys and values that a bot stores on the server.

import { NO_STORED_KEY } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Characters of all keys and values together. */
const MAX_SIZE = 10_000_000

/** GET /bot_storage. @param keys undefined: all of them */
export function readStorage(
  ctx: Context,
  bot: User,
  keys: readonly string[] | undefined,
): Record<string, string> {
  requireBot(bot)
  const stored = new Map(ctx.store.bots.stored(bot.id).map(({ key, value }) => [key, value]))
  const wanted = keys ?? [...stored.keys()]
  return Object.fromEntries(wanted.map((key) => [key, stored.get(key) ?? refuse(NO_STORED_KEY)]))
}

/** PUT /bot_storage: other keys stay as they are. */
export const writeStorage = (ctx: App, bot: User, values: Record<string, string>) =>
  ctx.commit((tx) => {
    requireBot(bot)
    for (const [key, value] of Object.entries(values)) tx.store.bots.store(bot.id, key, value)
    const size = tx.store.bots.storedSize(bot.id)
    if (size > MAX_SIZE) {
      refuse(
        'BAD_REQUEST',
        `Storage is full: ${size} characters would be kept, and ${MAX_SIZE} is the limit.`,
      )
    }
  })

/** DELETE /bot_storage. @param keys undefined: all of them */
export const clearStorage = (ctx: App, bot: User, keys: readonly string[] | undefined) =>
  ctx.commit((tx) => {
    requireBot(bot)
    const gone = keys ?? tx.store.bots.stored(bot.id).map(({ key }) => key)
    for (const key of gone) {
      if (!tx.store.bots.forget(bot.id, key)) refuse(NO_STORED_KEY)
    }
  })

function requireBot(user: User) {
  if (user.bot_type === null) refuse('BAD_REQUEST', 'This endpoint is for bots only.')
}
