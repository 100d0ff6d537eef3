// Keys and values that a bot stores on the server.

import { NO_STORED_KEY } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { chooseLong, forgetLong, writeLong } from './long-values.ts'

/** UTF-8 bytes of all keys and values of a bot together. */
const MAX_BYTES = 10_000_000

/** Keys of a bot, which are counted with each change. */
const MAX_KEYS = 50_000

/** Characters of a key: an index holds all of them. */
const MAX_KEY_LENGTH = 500

/** GET /bot_storage: values by key. @param keys undefined: all of them */
export function readStorage(
  ctx: Context,
  bot: User,
  keys: readonly string[] | undefined,
): ReadonlyMap<string, string> {
  requireBot(bot)
  const { botStorage } = ctx.store
  if (!keys) return botStorage.all(bot.id)
  return new Map(keys.map((key) => [key, botStorage.get(bot.id, key) ?? refuse(NO_STORED_KEY)]))
}

/** PUT /bot_storage: other keys stay as they are. */
export async function writeStorage(ctx: App, bot: User, values: Record<string, string>) {
  requireBot(bot)
  const pairs = Object.entries(values)
  if (pairs.some(([key]) => key.length > MAX_KEY_LENGTH))
    refuse('BAD_REQUEST', `A key can have ${MAX_KEY_LENGTH} characters at most.`)
  const size = { keys: Object.keys(values), bytes: 0 }
  for (const [key, value] of pairs) size.bytes += Buffer.byteLength(key) + Buffer.byteLength(value)
  requireRoomFor(ctx, bot, size)

  const long = chooseLong(pairs)
  let unused = Array.from(long.values(), ({ id }) => id)
  try {
    await writeLong(ctx, long.values())
    unused = await ctx.commit((tx) => {
      // What the bot stored meanwhile may have taken the room.
      requireRoomFor(tx, bot, size)
      const { botStorage } = tx.store
      const replaced = botStorage.longValues(bot.id, size.keys)
      for (const [key, value] of pairs) botStorage.set(bot.id, key, long.get(key)?.id ?? value)
      return replaced
    })
  } finally {
    await forgetLong(ctx, unused)
  }
}

/** Before anything is written, because megabytes that are taken back cost twice. */
function requireRoomFor(
  ctx: Context,
  bot: User,
  added: { keys: readonly string[]; bytes: number },
) {
  const others = ctx.store.botStorage.sizeBesides(bot.id, added.keys)
  const bytes = others.bytes + added.bytes
  if (bytes > MAX_BYTES) {
    refuse(
      'BAD_REQUEST',
      `Storage is full: ${bytes} bytes would be kept, and ${MAX_BYTES} is the limit.`,
    )
  }
  if (others.keys + added.keys.length > MAX_KEYS)
    refuse('BAD_REQUEST', `Storage has too many keys (maximum: ${MAX_KEYS}).`)
}

/** DELETE /bot_storage. @param keys undefined: all of them */
export async function clearStorage(ctx: App, bot: User, keys: readonly string[] | undefined) {
  requireBot(bot)
  const unused = await ctx.commit((tx) => {
    const { botStorage } = tx.store
    const before = botStorage.longValues(bot.id, keys)
    if (!keys) botStorage.forgetAll(bot.id)
    for (const key of keys ?? []) if (!botStorage.forget(bot.id, key)) refuse(NO_STORED_KEY)
    return before
  })
  await forgetLong(ctx, unused)
}

function requireBot(user: User) {
  if (user.bot_type === null) refuse('BAD_REQUEST', 'This endpoint is for bots only.')
}
