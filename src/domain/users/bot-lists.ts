// Bots as their administrators see them, and the events about them.

import type { BotService } from '../../store/tables/bots.ts'
import { ROLE } from '../access/roles.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { avatarUrl, isPerson, type User } from './users.ts'

/** Defaults for requests of a bot; channels by name. */
export const botDefaults = (ctx: Context, bot: User) => ({
  default_sending_stream: channelName(ctx, bot.bot_default_sending_channel_id),
  default_events_register_stream: channelName(ctx, bot.bot_default_events_channel_id),
  default_all_public_streams: bot.bot_default_all_public === 1,
})

const channelName = (ctx: Context, id: number | null) =>
  id === null ? null : (ctx.store.channels.find(id)?.name ?? null)

/** GET /bots: the caller's own active ones. */
export const ownBots = (ctx: Context, owner: User) =>
  ctx.store.users.botsOf(owner.id).map((bot) => ({
    username: bot.email,
    full_name: bot.full_name,
    api_key: ctx.keys.apiKey(bot.id, bot.key_version),
    avatar_url: avatarUrl(ctx, bot),
    ...botDefaults(ctx, bot),
  }))

/** A bot as its administrators see it. */
export const describeBot = (ctx: Context, bot: User) => ({
  user_id: bot.id,
  ...botDefaults(ctx, bot),
  services: servicesOf(ctx, bot),
})

export type BotDescription = ReturnType<typeof describeBot>

function servicesOf(ctx: Context, bot: User) {
  const service = ctx.store.bots.service(bot.id)
  if (!service) return []
  const token = serviceToken(ctx, service)
  return [{ base_url: service.base_url, interface: service.interface, token }]
}

/** The token by which the web service of a bot recognises calls of this server. */
export const serviceToken = (ctx: Context, { bot_id }: BotService) =>
  ctx.keys.sign('bot-service', String(bot_id))

/** Section realm_bot of the snapshot: the active bots the caller may administer. */
export function botSection(ctx: Context, user: User) {
  const bots = isAdministrator(user)
    ? ctx.store.users.activeBots()
    : ctx.store.users.botsOf(user.id)
  return { realm_bots: bots.map((bot) => describeBot(ctx, bot)) }
}

const isAdministrator = (user: User) => isPerson(user) && user.role <= ROLE.administrator

/** Whether a user may administer a bot: its owner, and administrators. */
export const botAudience = (ctx: Context, bot: User) => (userId: number) => {
  const user = ctx.store.users.find(userId)
  return user !== undefined && (user.id === bot.bot_owner_id || isAdministrator(user))
}

/** Emits a bot to users who may administer it. */
export const emitBotAdded = (tx: Tx, bot: User) =>
  tx.emit({ type: 'realm_bot', op: 'add', bot: describeBot(tx, bot) }, botAudience(tx, bot))

/** Emits the removal of a bot to users who may administer it. */
export const emitBotRemoved = (tx: Tx, bot: User) =>
  tx.emit({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }, botAudience(tx, bot))

/** Emits a changed owner: the bot is new to its owner, and an update to administrators. */
export function emitOwnerChanged(tx: Tx, before: User, after: User) {
  const person = { user_id: after.id, bot_owner_id: after.bot_owner_id }
  tx.emit({ type: 'realm_user', op: 'update', person }, 'everyone')
  const unlessAdministrator = (id: number | null) => {
    const user = id === null ? undefined : tx.store.users.find(id)
    return user && !isAdministrator(user) ? [user.id] : []
  }
  const lost = unlessAdministrator(before.bot_owner_id)
  const won = unlessAdministrator(after.bot_owner_id)
  if (lost.length > 0)
    tx.emit({ type: 'realm_bot', op: 'delete', bot: { user_id: after.id } }, lost)
  if (won.length > 0) tx.emit({ type: 'realm_bot', op: 'add', bot: describeBot(tx, after) }, won)
}

/**
 * After a role change: emits `realm_bot` add (or delete) for bots of others, if the user became (or
 * ceased to be) an administrator.
 */
export function emitBotsOfOthers(tx: Tx, before: User, user: User) {
  if (isAdministrator(before) === isAdministrator(user)) return
  for (const bot of tx.store.users.activeBots()) {
    if (bot.bot_owner_id === user.id) continue
    if (isAdministrator(user))
      tx.emit({ type: 'realm_bot', op: 'add', bot: describeBot(tx, bot) }, [user.id])
    else tx.emit({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }, [user.id])
  }
}
