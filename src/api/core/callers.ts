// Who may call an endpoint at all; the domain decides about the details.

import { BOT_TYPE } from '../../domain/access/bot-types.ts'
import { ROLE, requireAdministrator, requireOwner } from '../../domain/access/roles.ts'
import { admitSpectator } from '../../domain/access/spectators.ts'
import { refuseDeactivated } from '../../domain/authentication/accounts.ts'
import type { App, Context, Tx } from '../../domain/kernel/context.ts'
import { isPerson, type User } from '../../domain/users/users.ts'
import {
  NOT_FOR_BOTS,
  NOT_FOR_GUESTS,
  NOT_FOR_WEBHOOK_BOTS,
  NOT_LOGGED_IN,
  ROLE_CHANGED,
} from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'

/** `anyone` ignores credentials; `spectator` needs none if channels are open to the web. */
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
  if (user === undefined) refuse(NOT_LOGGED_IN)
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

/**
 * The server as the work of a caller sees it. Between the look at their rights and the transaction that
 * does their work, other transactions may run. So the first one looks again, and refuses what the caller
 * may not do any more. Later ones finish what it began, which may be to give up a role.
 */
export function actingFor(app: App, callers: Callers, user: User): App {
  let isFirst = true
  return {
    ...app,
    commit(work, isPortion) {
      if (!isFirst) return app.commit(work, isPortion)
      isFirst = false
      return app.commit((tx) => {
        requireNoFewerRights(tx, callers, user)
        return work(tx)
      }, isPortion)
    },
  }
}

/** @throws RequestError if the user has fewer rights than when they were admitted, or is deactivated */
function requireNoFewerRights(tx: Tx, callers: Callers, admitted: User) {
  const user = tx.store.users.find(admitted.id)
  // The lower the number of a role, the more it may.
  if (user?.is_active && user.role <= admitted.role) return
  if (user) refuseDeactivated(tx, user)
  admitCaller(tx, callers, user)
  refuse(ROLE_CHANGED)
}

function admitPerson(user: User) {
  if (!isPerson(user)) refuse(NOT_FOR_BOTS)
}

function admitMember(user: User) {
  if (user.role === ROLE.guest) refuse(NOT_FOR_GUESTS)
}
