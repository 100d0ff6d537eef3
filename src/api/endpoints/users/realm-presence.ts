// Endpoints: presence of everyone.

import * as z from 'zod'
import { HISTORY_DAYS, readPresences } from '../../../domain/users/presence.ts'
import { endpoint } from '../../core/endpoint.ts'
import { presences } from '../../wire/users.ts'

export const getRealmPresence = endpoint('GET /realm/presence', {
  summary: 'Returns when people were last active, keyed by e-mail address.',
  tier: 'user',
  returns: { presences, server_timestamp: z.number() },
  handle(ctx, _, call) {
    const { presences, server_timestamp } = readPresences(ctx, call.user, false, {
      historyDays: HISTORY_DAYS,
    })
    return { presences, server_timestamp }
  },
})
