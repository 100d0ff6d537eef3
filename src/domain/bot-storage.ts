import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import type { User } from './users.ts'

/** Characters of all keys and values together (organization 2.5). */
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
  return Object.fromEntries(
    wanted.map((key) => [key, stored.get(key) ?? refuse('BAD_REQUEST', 'Key does not exist.')]),
  )
}

/** PUT /bot_storage: other keys stay as they are. */
export const writeStorage = (ctx: Context, bot: User, values: Record<string, string>) =>
  ctx.commit(() => {
    requireBot(bot)
    for (const [key, value] of Object.entries(values)) ctx.store.bots.store(bot.id, key, value)
    const size = ctx.store.bots.storedSize(bot.id)
    if (size > MAX_SIZE) {
      refuse(
        'BAD_REQUEST',
        `Storage is full: ${size} characters would be kept, and ${MAX_SIZE} is the limit.`,
      )
    }
  })

/** DELETE /bot_storage. @param keys undefined: all of them */
export const clearStorage = (ctx: Context, bot: User, keys: readonly string[] | undefined) =>
  ctx.commit(() => {
    requireBot(bot)
    const gone = keys ?? ctx.store.bots.stored(bot.id).map(({ key }) => key)
    for (const key of gone) {
      if (!ctx.store.bots.forget(bot.id, key)) refuse('BAD_REQUEST', 'Key does not exist.')
    }
  })

function requireBot(user: User) {
  if (user.bot_type === null) refuse('BAD_REQUEST', 'This endpoint is for bots only.')
}
