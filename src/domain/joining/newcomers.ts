// Gives a new account its channels and recent messages.

import { refuse } from '../../errors.ts'
import { ROLE } from '../access/roles.ts'
import { createAccount } from '../authentication/accounts.ts'
import { checkPasswordStrength, hashPassword } from '../authentication/passwords.ts'
import type { Channel } from '../channels/channels.ts'
import { FLAG } from '../content/flags.ts'
import type { App, Tx } from '../kernel/context.ts'
import { subscribe } from '../subscriptions/subscriptions.ts'
import { addressProblem } from '../users/addresses.ts'
import { checkFullName } from '../users/full-names.ts'
import type { User } from '../users/users.ts'

/** How many recent messages a new member receives, how old, and how many of them unread. */
const RECENT = { messages: 1000, seconds: 12 * 7 * 86_400, unread: 20 }

/**
 * POST /users: creates an account for another person. No welcome messages are sent; they are for
 * people who join by themselves.
 *
 * @returns the user ID
 */
export async function createUser(
  ctx: App,
  by: User,
  email: string,
  fullName: string,
  password: string,
) {
  if (by.role !== ROLE.owner && !by.can_create_users) {
    refuse('BAD_REQUEST', 'User not authorized to create users')
  }
  checkPasswordStrength(password, [email, fullName])
  checkFullName(fullName)
  const problem = addressProblem(ctx, email)
  if (problem === 'Invalid address.') refuse('BAD_REQUEST', problem)
  if (problem) refuse('BAD_REQUEST', `Email '${email}' not allowed in this organization`)
  const passwordHash = await hashPassword(password)
  return ctx.commit((tx) => {
    const id = createAccount(tx, { email, fullName, passwordHash, role: ROLE.member })
    subscribeAndBackfill(tx, id, tx.store.channels.defaults())
    return id
  })
}

/** Subscribes a new account and gives it the recent messages of its public channels. */
export function subscribeAndBackfill(tx: Tx, userId: number, channels: readonly Channel[]) {
  const open = channels.filter((channel) => !channel.is_archived)
  subscribe(tx, open, [userId])
  const { messages, userMessages } = tx.store
  const since = tx.now - RECENT.seconds
  const recent = open
    .filter((channel) => !channel.invite_only)
    .flatMap((channel) => messages.newestIn(channel.id, since, RECENT.messages))
    .sort((a, b) => b - a)
    .slice(0, RECENT.messages)
  for (const [age, id] of recent.entries())
    userMessages.create(userId, id, age < RECENT.unread ? 0 : FLAG.read)
}
