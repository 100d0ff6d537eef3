import type { BotService } from '../store/bots.ts'
import type { Context } from './context.ts'
import { ROLE } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import { avatarUrl, isPerson, type User } from './users.ts'

/** What a bot does unless a request says otherwise; channels by name. */
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

/** A bot as those read it who may administer it (events 1.4). */
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

/** By this the program behind an outgoing webhook knows that it is called by this server. */
export const serviceToken = (ctx: Context, { bot_id }: BotService) =>
  ctx.keys.sign('bot-service', String(bot_id))

/** Section realm_bot of the snapshot: the active bots the caller may administer. */
export function botSection(ctx: Context, user: User) {
  const bots = isAdministrator(user) ? activeBots(ctx) : ctx.store.users.botsOf(user.id)
  return { realm_bots: bots.map((bot) => describeBot(ctx, bot)) }
}

const activeBots = (ctx: Context) =>
  ctx.store.users.all().filter((user) => user.bot_type !== null && user.is_active)

const isAdministrator = (user: User) => isPerson(user) && user.role <= ROLE.administrator

/** Who may administer a bot: its owner, and the people who administer the organization. */
export const botAudience = (ctx: Context, bot: User) => (userId: number) => {
  const user = ctx.store.users.find(userId)
  return user !== undefined && (user.id === bot.bot_owner_id || isAdministrator(user))
}

export const tellBotAdded = (ctx: Context, emit: Emit, bot: User) =>
  emit({ type: 'realm_bot', op: 'add', bot: describeBot(ctx, bot) }, botAudience(ctx, bot))

export const tellBotGone = (ctx: Context, emit: Emit, bot: User) =>
  emit({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }, botAudience(ctx, bot))

/** The owner is another one now; administrators knew the bot before. */
export function tellOwnerChanged(ctx: Context, emit: Emit, before: User, after: User) {
  const person = { user_id: after.id, bot_owner_id: after.bot_owner_id }
  emit({ type: 'realm_user', op: 'update', person }, 'everyone')
  const unlessAdministrator = (id: number | null) => {
    const user = id === null ? undefined : ctx.store.users.find(id)
    return user && !isAdministrator(user) ? [user.id] : []
  }
  const lost = unlessAdministrator(before.bot_owner_id)
  const won = unlessAdministrator(after.bot_owner_id)
  if (lost.length > 0) emit({ type: 'realm_bot', op: 'delete', bot: { user_id: after.id } }, lost)
  if (won.length > 0) emit({ type: 'realm_bot', op: 'add', bot: describeBot(ctx, after) }, won)
}

/** Whoever becomes an administrator may administer the bots of others, and then no longer. */
export function tellBotsOfOthers(ctx: Context, emit: Emit, before: User, user: User) {
  if (isAdministrator(before) === isAdministrator(user)) return
  for (const bot of activeBots(ctx)) {
    if (bot.bot_owner_id === user.id) continue
    if (isAdministrator(user))
      emit({ type: 'realm_bot', op: 'add', bot: describeBot(ctx, bot) }, [user.id])
    else emit({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }, [user.id])
  }
}
