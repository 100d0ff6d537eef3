import * as z from 'zod'
import { HISTORY_DAYS, readPresenceOf, readPresences, reportPresence } from '../domain/presence.ts'
import { refuse } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import { bool, int, text } from './params.ts'
import { presences } from './wire/users.ts'

export const reportPresenceEndpoint = endpoint('POST /users/me/presence', {
  tier: 'human',
  params: {
    status: text,
    ping_only: bool.default(false),
    // Of use for statistics alone, which this server does not keep.
    new_user_input: bool.default(false),
    slim_presence: bool.default(false),
    last_update_id: int.optional(),
    history_limit_days: int.min(0).default(HISTORY_DAYS),
  },
  returns: {
    presences: presences.optional(),
    server_timestamp: z.number().optional(),
    presence_last_update_id: int.optional(),
  },
  async handle(ctx, params, call) {
    const { status, ping_only, last_update_id, history_limit_days } = params
    if (status !== 'active' && status !== 'idle') {
      refuse('BAD_REQUEST', `Invalid status: ${status}`)
    }
    await reportPresence(ctx, call.user, status)
    if (ping_only) return
    return readPresences(ctx, call.user, params.slim_presence || last_update_id !== undefined, {
      after: last_update_id,
      historyDays: history_limit_days,
    })
  },
})

const state = z.object({ status: z.enum(['active', 'idle']), timestamp: int })
const presence = z.object({ aggregated: state, website: state })

export const getPresence = endpoint('GET /users/:user_id/presence', {
  tier: 'user',
  params: { user_id: int },
  returns: { presence },
  handle: (ctx, { user_id }, call) => ({ presence: readPresenceOf(ctx, call.user, user_id) }),
})

export const getPresenceByEmail = endpoint('GET /users/:email/presence', {
  tier: 'user',
  params: { email: text },
  returns: { presence },
  handle: (ctx, { email }, call) => ({ presence: readPresenceOf(ctx, call.user, email) }),
})
