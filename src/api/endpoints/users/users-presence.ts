// Endpoints: reporting and reading presence.

import * as z from 'zod'
import {
  HISTORY_DAYS,
  readPresenceOf,
  readPresences,
  reportPresence,
} from '../../../domain/users/presence.ts'
import { refuse } from '../../../errors.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, int, text } from '../../core/params.ts'
import { presences } from '../../wire/users.ts'

export const reportPresenceEndpoint = endpoint('POST /users/me/presence', {
  summary: 'Reports that the caller is here, and returns when others were.',
  tier: 'human',
  params: {
    status: text.describe('active or idle.'),
    ping_only: bool.default(false).describe('Whether to return nothing.'),
    // Only for statistics, which this server does not keep.
    new_user_input: bool
      .default(false)
      .describe('For statistics, which this server does not keep; ignored.'),
    slim_presence: bool.default(false).describe('Whether presences are keyed by user ID.'),
    last_update_id: int
      .optional()
      .describe(
        'Returns only what changed since this presence_last_update_id; -1 the first time. Implies slim_presence.',
      ),
    history_limit_days: int.min(0).default(HISTORY_DAYS).describe('How far back presences go.'),
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

const state = z.object({ status: z.enum(['active', 'idle', 'offline']), timestamp: int })
const presence = z.object({ aggregated: state, website: state })

export const getPresence = endpoint('GET /users/:user_id/presence', {
  summary: 'Returns when a user was last active.',
  tier: 'user',
  params: { user_id: int },
  returns: { presence },
  handle: (ctx, { user_id }, call) => ({ presence: readPresenceOf(ctx, call.user, user_id) }),
})

export const getPresenceByEmail = endpoint('GET /users/:email/presence', {
  summary: 'Returns when the user with an e-mail address was last active.',
  tier: 'user',
  params: { email: text.describe('An e-mail address of the user.') },
  returns: { presence },
  handle: (ctx, { email }, call) => ({ presence: readPresenceOf(ctx, call.user, email) }),
})
