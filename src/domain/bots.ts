import { refuse } from '../errors.ts'
import { hasContentAccess } from './access.ts'
import { createAccount } from './accounts.ts'
import { changeAddress } from './addresses.ts'
import { apiKey, regenerateApiKey } from './api-keys.ts'
import { setAvatar } from './avatars.ts'
import {
  type BotDescription,
  botAudience,
  botDefaults,
  describeBot,
  tellBotAdded,
  tellOwnerChanged,
} from './bot-lists.ts'
import { BOT_TYPE, requireMayCreateBot } from './bot-types.ts'
import { channelKey } from './channels.ts'
import type { Context } from './context.ts'
import { deactivate } from './deactivation.ts'
import { changeFullName } from './full-names.ts'
import { discardPictures, storePicture } from './pictures.ts'
import { isWebAddress } from './profile-field-types.ts'
import { changeRole, requireMayChangeRole } from './role-changes.ts'
import { ROLE, type Role } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import { apiEmail, avatarUrl, emailKey, isPerson, type User } from './users.ts'

/** What a bot does unless a request says otherwise; a channel's name, or '' for none. */
export interface BotDefaults {
  default_sending_stream?: string | undefined
  default_events_register_stream?: string | undefined
  default_all_public_streams?: boolean | undefined
}

export interface NewBot extends BotDefaults {
  full_name: string
  short_name: string
  bot_type: number
  payload_url?: string | undefined
  interface_type: number
  config_data?: Record<string, string> | undefined
}

/** POST /bots. @param files its picture, or none */
export const createBot = (ctx: Context, owner: User, request: NewBot, files: readonly File[]) =>
  withPicture(ctx, files, (avatar_file) =>
    ctx.commit((emit) => create(ctx, emit, owner, request, avatar_file)),
  )

function create(
  ctx: Context,
  emit: Emit,
  owner: User,
  request: NewBot,
  avatar_file: string | undefined,
) {
  requireMayCreateBot(ctx, owner, request.bot_type)
  const id = createAccount(ctx, emit, {
    email: botAddress(ctx, request.short_name),
    fullName: request.full_name,
    passwordHash: null,
    role: ROLE.member,
    bot: { type: request.bot_type, ownerId: owner.id },
  })
  if (avatar_file !== undefined) setAvatar(ctx, emit, id, { avatar_source: 'U', avatar_file })
  setDefaults(ctx, owner, id, request)
  if (request.bot_type === BOT_TYPE.outgoingWebhook) setService(ctx, id, request)
  else if (Object.keys(request.config_data ?? {}).length > 0) refuseService()
  const bot = ctx.store.users.find(id)!
  tellBotAdded(ctx, emit, bot)
  return {
    user_id: id,
    api_key: apiKey(ctx, bot),
    avatar_url: avatarUrl(ctx, bot),
    ...botDefaults(ctx, bot),
  }
}

/** Keeps a picture that came with a request, if one did, and nothing of it if the work fails. */
const withPicture = <T>(
  ctx: Context,
  files: readonly File[],
  work: (file: string | undefined) => Promise<T>,
): Promise<T> =>
  files.length === 0
    ? work(undefined)
    : storePicture(ctx, 'avatar', files, 'You may only upload one file at a time', ({ name }) =>
        work(name),
      )

/** @param bot whose address it is to be, where there is one already */
function botAddress(ctx: Context, shortName: string, bot?: User): string {
  const name = shortName.trim()
  if (!/^[a-z0-9_.+-]{1,60}$/i.test(name)) refuse('BAD_REQUEST', 'Bad name or username')
  const address = `${name}-bot@${ctx.site.mailHost}`
  const holder = ctx.store.users.findByEmail(emailKey(address))
  if (holder && holder.id !== bot?.id) refuse('BAD_REQUEST', 'Username already in use')
  return address
}

function setDefaults(ctx: Context, by: User, botId: number, defaults: BotDefaults) {
  const {
    default_sending_stream: sending,
    default_events_register_stream: events,
    default_all_public_streams: all,
  } = defaults
  ctx.store.users.change(botId, {
    ...(sending !== undefined && { bot_default_sending_channel_id: channelId(ctx, by, sending) }),
    ...(events !== undefined && { bot_default_events_channel_id: channelId(ctx, by, events) }),
    ...(all !== undefined && { bot_default_all_public: all ? 1 : 0 }),
  })
}

function channelId(ctx: Context, by: User, name: string): number | null {
  if (name === '') return null
  const channel = ctx.store.channels.findByName(channelKey(name))
  if (!channel || !hasContentAccess(ctx, by, channel))
    refuse('BAD_REQUEST', `Invalid channel name '${name}'`)
  return channel.id
}

function setService(ctx: Context, botId: number, request: NewBot) {
  ctx.store.bots.saveService({
    bot_id: botId,
    base_url: checkPayloadUrl(request.payload_url ?? ''),
    interface: request.interface_type,
    config_data: JSON.stringify(request.config_data ?? {}),
  })
}

const refuseService = () => refuse('BAD_REQUEST', 'This bot posts to no service.')

function checkPayloadUrl(url: string): string {
  if (!isWebAddress(url)) refuse('BAD_REQUEST', 'payload_url is not a URL')
  const { username, password } = new URL(url)
  if (username !== '' || password !== '')
    refuse('BAD_REQUEST', 'payload_url must not contain a user name or password')
  return url
}

export interface BotPatch extends BotDefaults {
  full_name?: string | undefined
  short_name?: string | undefined
  role?: Role | undefined
  bot_owner_id?: number | undefined
  service_payload_url?: string | undefined
  service_interface?: number | undefined
  config_data?: Record<string, string> | undefined
}

/** PATCH /bots/{id}. @param files its picture, or none */
export const changeBot = (
  ctx: Context,
  by: User,
  id: number,
  patch: BotPatch,
  files: readonly File[],
) =>
  withPicture(ctx, files, async (avatar_file) => {
    const { former, ...changed } = await ctx.commit((emit) =>
      change(ctx, emit, by, id, patch, avatar_file),
    )
    await discardPictures(ctx, [former])
    return changed
  })

function change(
  ctx: Context,
  emit: Emit,
  by: User,
  id: number,
  patch: BotPatch,
  avatar_file: string | undefined,
) {
  const bot = managedBot(ctx, by, id)
  const former =
    avatar_file === undefined ? null : setAvatar(ctx, emit, id, { avatar_source: 'U', avatar_file })
  if (patch.full_name !== undefined) changeFullName(ctx, emit, bot, patch.full_name)
  if (patch.short_name !== undefined)
    changeAddress(ctx, emit, bot, botAddress(ctx, patch.short_name, bot))
  if (patch.role !== undefined && patch.role !== bot.role) {
    requireMayChangeRole(ctx, by, bot, patch.role)
    changeRole(ctx, emit, bot, patch.role)
  }
  if (patch.bot_owner_id !== undefined) changeOwner(ctx, emit, bot, patch.bot_owner_id)
  const before = describeBot(ctx, bot)
  setDefaults(ctx, by, id, patch)
  changeService(ctx, bot, patch)
  const changed = ctx.store.users.find(id)!
  const defaults = botDefaults(ctx, changed)
  tellBotChanged(ctx, emit, changed, before)
  const owner = changed.bot_owner_id === null ? null : ctx.store.users.find(changed.bot_owner_id)!
  const service = ctx.store.bots.service(id)
  return {
    former,
    full_name: changed.full_name,
    avatar_url: avatarUrl(ctx, changed),
    ...defaults,
    ...(service && {
      service_payload_url: service.base_url,
      service_interface: service.interface,
    }),
    ...(owner && { bot_owner: apiEmail(ctx, owner) }),
  }
}

function tellBotChanged(ctx: Context, emit: Emit, bot: User, before: BotDescription) {
  const after = Object.entries(describeBot(ctx, bot))
  const changes = after.filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof BotDescription]),
  )
  if (changes.length === 0) return
  const told = { user_id: bot.id, ...Object.fromEntries(changes) }
  emit({ type: 'realm_bot', op: 'update', bot: told }, botAudience(ctx, bot))
}

function changeOwner(ctx: Context, emit: Emit, bot: User, ownerId: number) {
  if (ownerId === bot.bot_owner_id) return
  const owner = ctx.store.users.find(ownerId)
  if (!owner || owner.system_bot !== null)
    refuse('BAD_REQUEST', 'Failed to change owner, no such user')
  if (!owner.is_active) refuse('BAD_REQUEST', 'Failed to change owner, user is deactivated')
  if (!isPerson(owner)) refuse('BAD_REQUEST', "Failed to change owner, bots can't own other bots")
  ctx.store.users.change(bot.id, { bot_owner_id: ownerId })
  tellOwnerChanged(ctx, emit, bot, ctx.store.users.find(bot.id)!)
}

function changeService(ctx: Context, bot: User, patch: BotPatch) {
  const { service_payload_url: url, service_interface, config_data } = patch
  if (url === undefined && service_interface === undefined && config_data === undefined) return
  const service = ctx.store.bots.service(bot.id)
  if (!service) return refuseService()
  ctx.store.bots.saveService({
    ...service,
    ...(url !== undefined && { base_url: checkPayloadUrl(url) }),
    ...(service_interface !== undefined && { interface: service_interface }),
    ...(config_data !== undefined && { config_data: JSON.stringify(config_data) }),
  })
}

/** DELETE /bots/{id}: the account stays, deactivated. */
export async function deactivateBot(ctx: Context, by: User, id: number) {
  await ctx.commit((emit) => deactivate(ctx, emit, managedBot(ctx, by, id)))
  ctx.hub.closeAllOf(id)
}

export const botApiKey = (ctx: Context, by: User, id: number) =>
  apiKey(ctx, managedBot(ctx, by, id))

export const regenerateBotApiKey = (ctx: Context, by: User, id: number) =>
  regenerateApiKey(ctx, managedBot(ctx, by, id))

/** An active bot of the caller's, or any for an administrator. @throws RequestError "No such bot" */
function managedBot(ctx: Context, by: User, id: number): User {
  const bot = ctx.store.users.find(id)
  const isBot = bot !== undefined && bot.bot_type !== null && bot.system_bot === null
  const isManaged = isBot && (bot.bot_owner_id === by.id || by.role <= ROLE.administrator)
  if (!isManaged || !bot.is_active) refuse('BAD_REQUEST', 'No such bot')
  return bot
}
