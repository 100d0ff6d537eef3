import * as z from 'zod'
import { ownBots } from '../domain/bot-lists.ts'
import {
  botApiKey,
  changeBot,
  createBot,
  deactivateBot,
  regenerateBotApiKey,
} from '../domain/bots.ts'
import { ROLES, type Role } from '../domain/roles.ts'
import { endpoint } from './endpoint.ts'
import { bool, either, int, oneOf, text } from './params.ts'

const defaults = {
  default_sending_stream: text.optional(),
  default_events_register_stream: text.optional(),
  default_all_public_streams: bool.optional(),
}

const defaultsOfBot = {
  default_sending_stream: text.nullable(),
  default_events_register_stream: text.nullable(),
  default_all_public_streams: bool,
}

/** 1: the format of this service, 2: Slack's. */
const serviceInterface = oneOf([1, 2])

const configData = z.record(z.string(), z.string())

export const getBots = endpoint('GET /bots', {
  tier: 'member',
  returns: {
    bots: z.array(
      z.object({
        username: text,
        full_name: text,
        api_key: text,
        avatar_url: text,
        ...defaultsOfBot,
      }),
    ),
  },
  handle: (ctx, _, call) => ({ bots: ownBots(ctx, call.user) }),
})

export const createBotEndpoint = endpoint('POST /bots', {
  tier: 'member',
  params: {
    full_name: text,
    short_name: text,
    bot_type: int.default(1),
    ...defaults,
    payload_url: either(text.optional()),
    interface_type: serviceInterface.default(1),
    // Names the service of an embedded bot, a kind there is none of here.
    service_name: text.optional(),
    config_data: configData.optional(),
  },
  returns: { user_id: int, api_key: text, avatar_url: text, ...defaultsOfBot },
  handle: (ctx, request, call) => createBot(ctx, call.user, request, call.files),
})

export const changeBotEndpoint = endpoint('PATCH /bots/:bot_id', {
  tier: 'member',
  params: {
    bot_id: int,
    full_name: text.optional(),
    short_name: text.optional(),
    role: oneOf(ROLES as [Role]).optional(),
    bot_owner_id: int.optional(),
    ...defaults,
    service_payload_url: either(text.optional()),
    service_interface: serviceInterface.optional(),
    config_data: configData.optional(),
  },
  returns: {
    full_name: text,
    avatar_url: text,
    ...defaultsOfBot,
    service_payload_url: text.optional(),
    service_interface: int.optional(),
    bot_owner: text.optional(),
  },
  handle: (ctx, { bot_id, ...patch }, call) => changeBot(ctx, call.user, bot_id, patch, call.files),
})

export const deactivateBotEndpoint = endpoint('DELETE /bots/:bot_id', {
  tier: 'member',
  params: { bot_id: int },
  handle: (ctx, { bot_id }, call) => deactivateBot(ctx, call.user, bot_id),
})

export const getBotApiKey = endpoint('GET /bots/:bot_id/api_key', {
  tier: 'member',
  params: { bot_id: int },
  returns: { api_key: text },
  handle: (ctx, { bot_id }, call) => ({ api_key: botApiKey(ctx, call.user, bot_id) }),
})

export const regenerateBotApiKeyEndpoint = endpoint('POST /bots/:bot_id/api_key/regenerate', {
  tier: 'member',
  params: { bot_id: int },
  returns: { api_key: text },
  handle: async (ctx, { bot_id }, call) => ({
    api_key: await regenerateBotApiKey(ctx, call.user, bot_id),
  }),
})
