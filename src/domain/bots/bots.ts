// Creates, changes and deactivates bots.

import type { SentFile } from '../../base/files.ts'
import { INVALID_CHANNEL_NAME } from '../../errors/channels.ts'
import { refuse } from '../../errors.ts'
import { hasContentAccess } from '../access/access.ts'
import { BOT_TYPE, requireMayCreateBot } from '../access/bot-types.ts'
import { requireMayCreateMore } from '../access/creation-limits.ts'
import { mayActFor, ROLE, type Role, requireMayActFor } from '../access/roles.ts'
import { createAccount } from '../authentication/accounts.ts'
import { apiKey, regenerateApiKey } from '../authentication/api-keys.ts'
import { channelKey } from '../channels/channels.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { storePicture } from '../pictures/pictures.ts'
import { deactivate } from '../user-management/deactivation.ts'
import { isWebAddress } from '../user-management/profile-field-types.ts'
import { changeRole, requireMayChangeRole } from '../user-management/role-changes.ts'
import { changeAddress } from '../users/addresses.ts'
import { setAvatar } from '../users/avatars.ts'
import {
  type BotDescription,
  botAudience,
  botDefaults,
  describeBot,
  emitBotAdded,
  emitOwnerChanged,
} from '../users/bot-lists.ts'
import { changeFullName } from '../users/full-names.ts'
import { apiEmail, avatarUrl, emailKey, isPerson, type User } from '../users/users.ts'

/** Defaults for requests of a bot; channels by name, '' for none. */
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
export const createBot = (ctx: App, owner: User, request: NewBot, files: readonly SentFile[]) =>
  withPicture(ctx, owner, files, (avatar_file) =>
    ctx.commit((tx) => create(tx, owner, request, avatar_file)),
  )

function create(tx: Tx, owner: User, request: NewBot, avatar_file: string | undefined) {
  requireMayCreateBot(tx, owner, request.bot_type)
  requireMayCreateMore(tx, owner, 'bots')
  const id = createAccount(tx, {
    email: botAddress(tx, request.short_name),
    fullName: request.full_name,
    passwordHash: null,
    role: ROLE.member,
    bot: { type: request.bot_type, ownerId: owner.id },
  })
  if (avatar_file !== undefined) setAvatar(tx, id, { avatar_source: 'U', avatar_file })
  setDefaults(tx, owner, id, request)
  if (request.bot_type === BOT_TYPE.outgoingWebhook) setService(tx, id, request)
  else if (Object.keys(request.config_data ?? {}).length > 0) refuseService()
  const bot = tx.store.users.find(id)!
  emitBotAdded(tx, bot)
  return {
    user_id: id,
    api_key: apiKey(tx, bot),
    avatar_url: avatarUrl(tx, bot),
    ...botDefaults(tx, bot),
  }
}

/** Stores the picture of a request, if there is one, and removes it if the work fails. */
const withPicture = <T>(
  ctx: Context,
  sender: User,
  files: readonly SentFile[],
  work: (file: string | undefined) => Promise<T>,
): Promise<T> =>
  files.length === 0
    ? work(undefined)
    : storePicture(
        ctx,
        {
          sender: sender.id,
          kind: 'avatar',
          files,
          expectation: 'You may only upload one file at a time',
        },
        ({ name }) => work(name),
      )

/** The address of a bot by its short name. @param bot the bot, if it exists already */
function botAddress(ctx: Context, shortName: string, bot?: User): string {
  const name = shortName.trim()
  if (!/^[a-z0-9_.+-]{1,60}$/i.test(name)) refuse('BAD_REQUEST', 'Bad name or username')
  const address = `${name}-bot@${ctx.server.mailHost}`
  const holder = ctx.store.users.findByEmail(emailKey(address))
  if (holder && holder.id !== bot?.id) refuse('BAD_REQUEST', 'Username already in use')
  return address
}

function setDefaults(tx: Tx, by: User, botId: number, defaults: BotDefaults) {
  const {
    default_sending_stream: sending,
    default_events_register_stream: events,
    default_all_public_streams: all,
  } = defaults
  tx.store.users.change(botId, {
    ...(sending !== undefined && { bot_default_sending_channel_id: channelId(tx, by, sending) }),
    ...(events !== undefined && { bot_default_events_channel_id: channelId(tx, by, events) }),
    ...(all !== undefined && { bot_default_all_public: all ? 1 : 0 }),
  })
}

function channelId(ctx: Context, by: User, name: string): number | null {
  if (name === '') return null
  const channel = ctx.store.channels.findByName(channelKey(name))
  if (!channel || !hasContentAccess(ctx, by, channel)) refuse(INVALID_CHANNEL_NAME, { name })
  return channel.id
}

function setService(tx: Tx, botId: number, request: NewBot) {
  tx.store.bots.saveService({
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
  ctx: App,
  by: User,
  id: number,
  patch: BotPatch,
  files: readonly SentFile[],
) =>
  withPicture(ctx, by, files, (avatar_file) =>
    ctx.commit((tx) => change(tx, by, id, patch, avatar_file)),
  )

function change(tx: Tx, by: User, id: number, patch: BotPatch, avatar_file: string | undefined) {
  const bot = managedBot(tx, by, id)
  if (avatar_file !== undefined) setAvatar(tx, id, { avatar_source: 'U', avatar_file })
  if (patch.full_name !== undefined) changeFullName(tx, bot, patch.full_name)
  if (patch.short_name !== undefined) changeAddress(tx, bot, botAddress(tx, patch.short_name, bot))
  if (patch.role !== undefined && patch.role !== bot.role) {
    requireMayChangeRole(tx, by, bot, patch.role)
    changeRole(tx, bot, patch.role)
  }
  if (patch.bot_owner_id !== undefined) changeOwner(tx, bot, patch.bot_owner_id)
  const before = describeBot(tx, bot)
  setDefaults(tx, by, id, patch)
  changeService(tx, bot, patch)
  const changed = tx.store.users.find(id)!
  const defaults = botDefaults(tx, changed)
  emitBotChanged(tx, changed, before)
  const owner = changed.bot_owner_id === null ? null : tx.store.users.find(changed.bot_owner_id)!
  const service = tx.store.bots.service(id)
  return {
    full_name: changed.full_name,
    avatar_url: avatarUrl(tx, changed),
    ...defaults,
    ...(service && {
      service_payload_url: service.base_url,
      service_interface: service.interface,
      config_data: JSON.parse(service.config_data) as Record<string, string>,
    }),
    ...(owner && { bot_owner: apiEmail(tx, owner) }),
  }
}

function emitBotChanged(tx: Tx, bot: User, before: BotDescription) {
  const after = Object.entries(describeBot(tx, bot))
  const changes = after.filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof BotDescription]),
  )
  if (changes.length === 0) return
  const told = { user_id: bot.id, ...Object.fromEntries(changes) }
  tx.emit({ type: 'realm_bot', op: 'update', bot: told }, botAudience(tx, bot))
}

function changeOwner(tx: Tx, bot: User, ownerId: number) {
  if (ownerId === bot.bot_owner_id) return
  const owner = tx.store.users.find(ownerId)
  if (!owner || owner.system_bot !== null)
    refuse('BAD_REQUEST', 'Failed to change owner, no such user')
  if (!owner.is_active) refuse('BAD_REQUEST', 'Failed to change owner, user is deactivated')
  if (!isPerson(owner)) refuse('BAD_REQUEST', "Failed to change owner, bots can't own other bots")
  // The owner of a bot has its key.
  if (!mayActFor(owner, tx.store.users.find(bot.id)!.role))
    refuse('BAD_REQUEST', "Failed to change owner, the bot's role is above the user's")
  tx.store.users.change(bot.id, { bot_owner_id: ownerId })
  emitOwnerChanged(tx, bot, tx.store.users.find(bot.id)!)
}

function changeService(tx: Tx, bot: User, patch: BotPatch) {
  const { service_payload_url: url, service_interface, config_data } = patch
  if (url === undefined && service_interface === undefined && config_data === undefined) return
  const service = tx.store.bots.service(bot.id)
  if (!service) return refuseService()
  tx.store.bots.saveService({
    ...service,
    ...(url !== undefined && { base_url: checkPayloadUrl(url) }),
    ...(service_interface !== undefined && { interface: service_interface }),
    ...(config_data !== undefined && { config_data: JSON.stringify(config_data) }),
  })
}

/** DELETE /bots/{id}: the account stays, deactivated. */
export const deactivateBot = (ctx: App, by: User, id: number) =>
  ctx.commit((tx) => deactivate(tx, managedBot(tx, by, id)))

/** GET /bots/{id}/api_key. @throws RequestError "No such bot" */
export const botApiKey = (ctx: Context, by: User, id: number) =>
  apiKey(ctx, managedBot(ctx, by, id))

/** POST /bots/{id}/api_key/regenerate. @returns the new key @throws RequestError "No such bot" */
export const regenerateBotApiKey = (ctx: App, by: User, id: number) =>
  regenerateApiKey(ctx, managedBot(ctx, by, id))

/**
 * An active bot of the caller's, or any for an administrator.
 * @throws RequestError "No such bot"
 */
function managedBot(ctx: Context, by: User, id: number): User {
  const bot = ctx.store.users.find(id)
  const isBot = bot !== undefined && bot.bot_type !== null && bot.system_bot === null
  const isManaged = isBot && (bot.bot_owner_id === by.id || by.role <= ROLE.administrator)
  if (!isManaged || !bot.is_active) refuse('BAD_REQUEST', 'No such bot')
  requireMayActFor(by, bot.role)
  return bot
}
