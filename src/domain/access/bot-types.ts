// The kinds of bots, and who may create which.

import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import { BOT_TYPE } from '../../store/bits.ts'
import type { User } from '../../store/tables/users.ts'
import type { Context } from '../kernel/context.ts'
import { hasPermission } from './groups.ts'
import { ROLE } from './roles.ts'

export { BOT_TYPE }

/** @throws RequestError "Insufficient permission", "Invalid bot type" */
export function requireMayCreateBot(ctx: Context, user: User, type: number) {
  const types: number[] = Object.values(BOT_TYPE)
  if (!types.includes(type)) refuse('BAD_REQUEST', 'Invalid bot type')
  const may =
    hasPermission(ctx, user, 'can_create_bots_group') ||
    (type === BOT_TYPE.incomingWebhook &&
      hasPermission(ctx, user, 'can_create_write_only_bots_group'))
  if (!may || user.role === ROLE.guest) refuse(INSUFFICIENT_PERMISSION)
}
