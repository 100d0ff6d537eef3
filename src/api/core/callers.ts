// Who may call an endpoint at all; the domain decides about the details.

import { BOT_TYPE } from '../../domain/access/bot-types.ts'
import { ROLE, requireAdministrator, requireOwner } from '../../domain/access/roles.ts'
import { admitSpectator } from '../../domain/access/spectators.ts'
import type { Context } from '../../domain/kernel/context.ts'
import type { User } from '../../domain/users/users.ts'
import {
  NOT_FOR_BOTS,
  NOT_FOR_GUESTS,
  NOT_FOR_WEBHOOK_BOTS,
  NOT_LOGGED_IN,
} from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'

/**
 * Who may call an endpoint at all; the domain decides about the details. `anyone` ignores
 * credentials; `spectator` needs none if the organization has channels that are open to the web.
 */
export type Tier =
  | 'anyone'
  | 'spectator'
  | 'user'
  | 'human'
  | 'member'
  | 'non-guest'
  | 'administrator'
  | 'owner'

/** Who a declaration is for. */
export interface Callers {
  tier: Tier
  /** Also for incoming-webhook bots, which may do nothing but post. */
  forWebhookBots?: true
}

/** @throws RequestError if the endpoint is not for this user; undefined: a spectator */
export function admitCaller(
  ctx: Context,
  { tier, forWebhookBots }: Callers,
  user: User | undefined,
) {
  if (tier === 'anyone') return
  if (!forWebhookBots && user?.bot_type === BOT_TYPE.incomingWebhook) refuse(NOT_FOR_WEBHOOK_BOTS)
  if (tier === 'spectator') return admitSpectator(ctx, user)
  if (user === undefined) {
    refuse(NOT_LOGGED_IN)
  }
  switch (tier) {
    case 'user':
      return
    case 'human':
      return admitPerson(user)
    case 'member':
      admitPerson(user)
      return admitMember(user)
    case 'non-guest':
      return admitMember(user)
    case 'administrator':
      return requireAdministrator(user)
    case 'owner':
      return requireOwner(user)
  }
}

function admitPerson(user: User) {
  if (user.bot_type !== null || user.system_bot !== null) {
    refuse(NOT_FOR_BOTS)
  }
}

function admitMember(user: User) {
  if (user.role === ROLE.guest) refuse(NOT_FOR_GUESTS)
}
