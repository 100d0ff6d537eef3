// How much people may create of what POST /register tells everyone. One account could make it so long that
// nobody else got an answer.

import { refuse } from '../../errors.ts'
import type { CreatedKind } from '../../store/tables/creations.ts'
import type { Context } from '../kernel/context.ts'
import { ROLE } from './roles.ts'

/** What one person may create who is no administrator, and how much there may be in all. */
const MOST: Record<CreatedKind, { ofOne: number; inAll: number }> = {
  channels: { ofOne: 500, inAll: 5000 },
  groups: { ofOne: 100, inAll: 2000 },
  bots: { ofOne: 100, inAll: 5000 },
  emoji: { ofOne: 500, inAll: 5000 },
}

/**
 * Called before anything is created, in the same transaction.
 * @throws RequestError BAD_REQUEST
 */
export function requireMayCreateMore(
  ctx: Context,
  by: { id: number; role: number },
  kind: CreatedKind,
  count = 1,
) {
  const { ofOne, inAll } = MOST[kind]
  const { creations } = ctx.store
  if (by.role > ROLE.administrator && creations.by(by.id, kind) + count > ofOne)
    refuse('BAD_REQUEST', `You can create ${ofOne} ${kind} in all; administrators can create more.`)
  if (creations.inAll(kind) + count > inAll)
    refuse('BAD_REQUEST', `An organization can have ${inAll} ${kind}.`)
}
