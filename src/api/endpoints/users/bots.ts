// Endpoints: bots.

import * as z from 'zod'
import { ROLES, type Role } from '../../../domain/access/roles.ts'
import {
  botApiKey,
  changeBot,
  createBot,
  deactivateBot,
  regenerateBotApiKey,
} from '../../../domain/bots/bots.ts'
import { ownBots } from '../../../domain/users/bot-lists.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, either, int, oneOf, text } from '../../core/params.ts'

const defaults = {
  default_sending_stream: text
    .optional()
    .describe('The channel the bot posts to by default; "" for none.'),
  default_events_register_stream: text
    .optional()
    .describe('The channel whose messages the bot receives by default; "" for none.'),
  default_all_public_streams: bool
    .optional()
    .describe('Whether the bot receives messages of all public channels by default.'),
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
  summary: "Lists the caller's active bots with their API keys.",
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
  summary: 'Creates a bot; a multipart form may carry one image as its picture.',
  tier: 'member',
  errors: ['BAD_IMAGE'],
  params: {
    full_name: text.describe('The name of the bot.'),
    short_name: text.describe('The first part of the address of the bot.'),
    bot_type: int.default(1).describe('1 generic, 2 incoming webhook, 3 outgoing webhook.'),
    ...defaults,
    payload_url: either(text.optional()).describe(
      'The address that messages for an outgoing webhook are posted to.',
    ),
    interface_type: serviceInterface
      .default(1)
      .describe('The format of an outgoing webhook: 1 that of this service, 2 that of Slack.'),
    // Only for embedded bots, which this server does not have.
    service_name: text
      .optional()
      .describe('For embedded bots, which this server has none of; ignored.'),
    config_data: configData
      .optional()
      .describe('Values that the program behind the bot reads, by name.'),
  },
  returns: { user_id: int, api_key: text, avatar_url: text, ...defaultsOfBot },
  handle: (ctx, request, call) => createBot(ctx, call.user, request, call.files),
})

export const changeBotEndpoint = endpoint('PATCH /bots/:bot_id', {
  summary: 'Changes a bot; a multipart form may carry one image as its picture.',
  tier: 'member',
  errors: ['BAD_IMAGE', 'UNAUTHORIZED_PRINCIPAL'],
  params: {
    bot_id: int,
    full_name: text.optional().describe('The name of the bot.'),
    short_name: text.optional().describe('The first part of the address of the bot.'),
    role: oneOf(ROLES as [Role])
      .optional()
      .describe('100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
    bot_owner_id: int.optional().describe('The ID of the new owner, an active person.'),
    ...defaults,
    service_payload_url: either(text.optional()).describe(
      'The address that messages for an outgoing webhook are posted to.',
    ),
    service_interface: serviceInterface
      .optional()
      .describe('The format of an outgoing webhook: 1 that of this service, 2 that of Slack.'),
    config_data: configData
      .optional()
      .describe('Values that the program behind the bot reads, by name.'),
  },
  returns: {
    full_name: text,
    avatar_url: text,
    ...defaultsOfBot,
    service_payload_url: text.optional(),
    service_interface: int.optional(),
    config_data: configData.optional(),
    bot_owner: text.optional(),
  },
  handle: (ctx, { bot_id, ...patch }, call) => changeBot(ctx, call.user, bot_id, patch, call.files),
})

export const deactivateBotEndpoint = endpoint('DELETE /bots/:bot_id', {
  summary: 'Deactivates a bot.',
  tier: 'member',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  params: { bot_id: int },
  handle: (ctx, { bot_id }, call) => deactivateBot(ctx, call.user, bot_id),
})

export const getBotApiKey = endpoint('GET /bots/:bot_id/api_key', {
  summary: 'Returns the API key of a bot.',
  tier: 'member',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  params: { bot_id: int },
  returns: { api_key: text },
  handle: (ctx, { bot_id }, call) => ({ api_key: botApiKey(ctx, call.user, bot_id) }),
})

export const regenerateBotApiKeyEndpoint = endpoint('POST /bots/:bot_id/api_key/regenerate', {
  summary: 'Gives a bot a new API key; the old one ends.',
  tier: 'member',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  params: { bot_id: int },
  returns: { api_key: text },
  handle: async (ctx, { bot_id }, call) => ({
    api_key: await regenerateBotApiKey(ctx, call.user, bot_id),
  }),
})
