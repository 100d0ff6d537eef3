import * as z from 'zod'
import { HISTORY_DAYS, readPresences } from '../domain/presence.ts'
import { endpoint } from './endpoint.ts'
import { presences } from './wire/users.ts'

export const getRealmPresence = endpoint('GET /realm/presence', {
  tier: 'user',
  returns: { presences, server_timestamp: z.number() },
  handle(ctx, _, call) {
    const { presences, server_timestamp } = readPresences(ctx, call.user, false, {
      historyDays: HISTORY_DAYS,
    })
    return { presences, server_timestamp }
  },
})
