import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import { createAccount } from './accounts.ts'
import { addressProblem } from './addresses.ts'
import type { Channel } from './channels.ts'
import type { Context } from './context.ts'
import { FLAG } from './flags.ts'
import { checkFullName } from './full-names.ts'
import { checkPasswordStrength, hashPassword } from './passwords.ts'
import { ROLE } from './roles.ts'
import { subscribe } from './subscriptions.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** What of the past a newcomer finds among their messages (organization 4.5). */
const RECENT = { messages: 1000, seconds: 12 * 7 * 86_400, unread: 20 }

/**
 * POST /users: an owner brings in somebody (organization 2.2). Nobody is greeted and nothing is
 * announced: that is for people who join by themselves.
 *
 * @returns the user ID
 */
export async function createUser(
  ctx: Context,
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
  return ctx.commit((emit) => {
    const id = createAccount(ctx, emit, { email, fullName, passwordHash, role: ROLE.member })
    settleIn(ctx, emit, id, ctx.store.channels.defaults())
    return id
  })
}

/** Subscribes a new account, and gives it what was said lately in its public channels. */
export function settleIn(ctx: Context, emit: Emit, userId: number, channels: readonly Channel[]) {
  const open = channels.filter((channel) => !channel.is_archived)
  subscribe(ctx, emit, open, [userId])
  const { messages, userMessages } = ctx.store
  const since = seconds(ctx.clock) - RECENT.seconds
  const recent = open
    .filter((channel) => !channel.invite_only)
    .flatMap((channel) => messages.newestIn(channel.id, since, RECENT.messages))
    .sort((a, b) => b - a)
    .slice(0, RECENT.messages)
  for (const [age, id] of recent.entries())
    userMessages.create(userId, id, age < RECENT.unread ? 0 : FLAG.read)
}
