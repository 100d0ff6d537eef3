// Keys and values that a bot stores on the server. Values may have megabytes, so long ones are written and
// deleted in pieces, each in a transaction of its own.

import { randomInt } from 'node:crypto'
import { NO_STORED_KEY } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type { BotValue } from '../../store/tables/bot-storage.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { commitPortion } from '../kernel/portions.ts'
import type { User } from '../users/users.ts'

/** UTF-8 bytes of all keys and values of a bot together. */
const MAX_BYTES = 10_000_000

/** Keys of a bot, which are counted with each change. */
const MAX_KEYS = 50_000

/** Characters of a key: an index holds all of them. */
const MAX_KEY_LENGTH = 500

/** Characters of a piece: of 9 MB in one transaction everyone felt 40 ms, of this one or two. */
const PIECE = 250_000

/** IDs of long values are random, so that those of requests at the same time differ. */
const IDS = 2 ** 48 - 1

/** GET /bot_storage. @param keys undefined: all of them */
export function readStorage(
  ctx: Context,
  bot: User,
  keys: readonly string[] | undefined,
): Record<string, string> {
  requireBot(bot)
  const { botStorage } = ctx.store
  return Object.fromEntries(
    keys
      ? keys.map((key) => [key, botStorage.get(bot.id, key) ?? refuse(NO_STORED_KEY)])
      : botStorage.all(bot.id),
  )
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

  const long = new Map<string, number>()
  for (const [key, value] of pairs) if (value.length > PIECE) long.set(key, randomInt(IDS))
  let unused = [...long.values()]
  try {
    for (const [key, id] of long) await writePieces(ctx, id, values[key]!)
    // What the bot stored meanwhile may have taken the room.
    unused = await ctx.commit((tx) => {
      requireRoomFor(tx, bot, size)
      return setAll(
        tx,
        bot,
        pairs.map(([key, value]) => [key, long.get(key) ?? value]),
      )
    })
  } finally {
    await forgetPieces(ctx, unused)
  }
}

async function writePieces(ctx: App, valueId: number, value: string) {
  let number = 0
  for (const text of piecesOf(value)) {
    await commitPortion(ctx, (tx) => tx.store.botStorage.addPiece(valueId, number, text))
    number++
  }
}

/** None of them ends in the middle of a character: each is stored as UTF-8. */
function* piecesOf(value: string): Generator<string> {
  for (let from = 0; from < value.length; ) {
    const isCut = value.codePointAt(from + PIECE - 1)! > 0xffff
    const end = from + PIECE + (isCut ? 1 : 0)
    yield value.slice(from, end)
    from = end
  }
}

/** @returns the IDs of long values that were replaced */
function setAll(tx: Tx, bot: User, pairs: readonly (readonly [key: string, BotValue])[]) {
  const { botStorage } = tx.store
  const before = botStorage.longValues(
    bot.id,
    pairs.map(([key]) => key),
  )
  for (const [key, value] of pairs) botStorage.set(bot.id, key, value)
  return before
}

async function forgetPieces(ctx: App, valueIds: readonly number[]) {
  for (const id of valueIds)
    while (await commitPortion(ctx, (tx) => tx.store.botStorage.forgetPieces(id)));
}

/**
 * Deletes long values to which no key leads, because the server was killed while it wrote or deleted them. Called
 * before there are requests, which write such values as well.
 */
export function forgetUnusedValues(ctx: App) {
  const unused = ctx.store.botStorage.unusedValues()
  if (unused.length === 0) return
  ctx.backgroundJobs.start(async () => {
    try {
      await forgetPieces(ctx, unused)
    } catch (error) {
      ctx.log.error('bot-values-not-deleted', { error: String((error as Error).stack) })
    }
  })
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
  await forgetPieces(ctx, unused)
}

function requireBot(user: User) {
  if (user.bot_type === null) refuse('BAD_REQUEST', 'This endpoint is for bots only.')
}
