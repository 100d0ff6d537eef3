import * as z from 'zod'
import { clearStorage, readStorage, writeStorage } from '../domain/bot-storage.ts'
import { endpoint } from './endpoint.ts'
import { unbounded } from './params.ts'

const keys = z.array(z.string()).optional()

const values = z.record(z.string(), z.string())

export const getBotStorage = endpoint('GET /bot_storage', {
  tier: 'user',
  params: { keys },
  returns: { storage: values },
  handle: (ctx, { keys }, call) => ({ storage: readStorage(ctx, call.user, keys) }),
})

export const writeBotStorage = endpoint('PUT /bot_storage', {
  tier: 'user',
  params: { storage: unbounded(values) },
  handle: (ctx, { storage }, call) => writeStorage(ctx, call.user, storage),
})

export const clearBotStorage = endpoint('DELETE /bot_storage', {
  tier: 'user',
  params: { keys },
  handle: (ctx, { keys }, call) => clearStorage(ctx, call.user, keys),
})
