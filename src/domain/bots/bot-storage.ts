// Keys and values that a bot stores on the server.

import { NO_STORED_KEY } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** UTF-8 bytes of all keys and values of a bot together. */
const MAX_BYTES = 10_000_000

/** Keys of a bot, which are counted with each change. */
const MAX_KEYS = 50_000

/** Characters of a key: an index holds all of them. */
const MAX_KEY_LENGTH = 500

/** GET /bot_storage. @param keys undefined: all of them */
export function readStorage(
  ctx: Context,
  bot: User,
  keys: readonly string[] | undefined,
): Record<string, string> {
  requireBot(bot)
  const { bots } = ctx.store
  const pairs = keys
    ? keys.map((key) => [key, bots.storedValue(bot.id, key) ?? refuse(NO_STORED_KEY)])
    : bots.stored(bot.id).map(({ key, value }) => [key, value])
  return Object.fromEntries(pairs)
}

/** PUT /bot_storage: other keys stay as they are. */
export const writeStorage = (ctx: App, bot: User, values: Record<string, string>) =>
  ctx.commit((tx) => {
    requireBot(bot)
    if (Object.keys(values).some((key) => key.length > MAX_KEY_LENGTH))
      refuse('BAD_REQUEST', `A key can have ${MAX_KEY_LENGTH} characters at most.`)
    requireRoomFor(tx, bot, values)
    for (const [key, value] of Object.entries(values)) tx.store.bots.store(bot.id, key, value)
  })

/** Before anything is written, because megabytes that are taken back cost twice. */
function requireRoomFor(ctx: Context, bot: User, values: Record<string, string>) {
  const others = ctx.store.bots.storedBesides(bot.id, Object.keys(values))
  let bytes = others.bytes
  for (const [key, value] of Object.entries(values))
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value)
  if (bytes > MAX_BYTES) {
    refuse(
      'BAD_REQUEST',
      `Storage is full: ${bytes} bytes would be kept, and ${MAX_BYTES} is the limit.`,
    )
  }
  if (others.keys + Object.keys(values).length > MAX_KEYS)
    refuse('BAD_REQUEST', `Storage has too many keys (maximum: ${MAX_KEYS}).`)
}

/** DELETE /bot_storage. @param keys undefined: all of them */
export const clearStorage = (ctx: App, bot: User, keys: readonly string[] | undefined) =>
  ctx.commit((tx) => {
    requireBot(bot)
    if (!keys) tx.store.bots.forgetAll(bot.id)
    for (const key of keys ?? []) {
      if (!tx.store.bots.forget(bot.id, key)) refuse(NO_STORED_KEY)
    }
  })

function requireBot(user: User) {
  if (user.bot_type === null) refuse('BAD_REQUEST', 'This endpoint is for bots only.')
}
