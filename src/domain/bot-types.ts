import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { holds } from './groups.ts'
import { ROLE } from './roles.ts'
import type { User } from './users.ts'

/** Specification 2.5; embedded bots are a kind this server has none of. */
export const BOT_TYPE = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3 } as const

/** @throws RequestError "Insufficient permission", "Invalid bot type" */
export function requireMayCreateBot(ctx: Context, user: User, type: number) {
  const types: number[] = Object.values(BOT_TYPE)
  if (!types.includes(type)) refuse('BAD_REQUEST', 'Invalid bot type')
  const may =
    holds(ctx, user, 'can_create_bots_group') ||
    (type === BOT_TYPE.incomingWebhook && holds(ctx, user, 'can_create_write_only_bots_group'))
  if (!may || user.role === ROLE.guest) refuse('BAD_REQUEST', 'Insufficient permission')
}
