// Endpoints: the storage of a bot.

import * as z from 'zod'
import { serialiseInPieces, textsInPieces } from '../../../base/json.ts'
import { clearStorage, readStorage, writeStorage } from '../../../domain/bots/bot-storage.ts'
import { endpoint } from '../../core/endpoint.ts'
import { texts, unbounded } from '../../core/params.ts'

const keys = texts.optional()

const values = z.record(z.string(), z.string())

export const getBotStorage = endpoint('GET /bot_storage', {
  summary: "Returns a bot's stored values.",
  tier: 'user',
  params: { keys: keys.describe('The keys to return; without it all.') },
  returns: { storage: values },
  handle: (ctx, { keys }, call) =>
    serialiseInPieces({ storage: textsInPieces(readStorage(ctx, call.user, keys)) }),
})

export const writeBotStorage = endpoint('PUT /bot_storage', {
  summary: 'Stores values for a bot.',
  tier: 'user',
  params: {
    storage: unbounded(values).describe(
      'Texts by key; keys have 500 characters at most, and those that are not named keep their values.',
    ),
  },
  handle: (ctx, { storage }, call) => writeStorage(ctx, call.user, storage),
})

export const clearBotStorage = endpoint('DELETE /bot_storage', {
  summary: "Deletes a bot's stored values.",
  tier: 'user',
  params: { keys: keys.describe('The keys to delete; without it all.') },
  handle: (ctx, { keys }, call) => clearStorage(ctx, call.user, keys),
})
