// Names of users: rules and changes.

import { codePoints, MAX_FULL_NAME_LENGTH } from '../../base/limits.ts'
import { refuse } from '../../errors.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { botAudience } from './bot-lists.ts'
import { isPerson, type User, userAudience } from './users.ts'

/**
 * @returns the name, trimmed.
 * @throws RequestError for control characters, marks of Markdown, or a wrong length
 */
export function checkFullName(name: string): string {
  const trimmed = name.trim()
  if (codePoints(trimmed) > MAX_FULL_NAME_LENGTH) refuse('BAD_REQUEST', 'Name too long!')
  if (trimmed === '' || /[\p{C}*`\\>"@]/u.test(trimmed))
    refuse('BAD_REQUEST', 'Invalid characters in name!')
  if (/\|\d+$/.test(trimmed)) refuse('BAD_REQUEST', 'Invalid format!')
  return trimmed
}

/** Two people may share a name unless the organization says otherwise; two active bots never do. */
export function requireFreeName(ctx: Context, name: string, of: { id?: number; isBot: boolean }) {
  const mustBeUnique = of.isBot || theOrganization(ctx).settings.require_unique_names
  if (!mustBeUnique) return
  const others = ctx.store.users
    .named(name)
    .filter((user) => user.is_active && user.id !== of.id && (!of.isBot || !isPerson(user)))
  if (others.length === 0) return
  refuse(
    'BAD_REQUEST',
    of.isBot ? 'Name is already in use.' : 'Unique names required in this organization.',
  )
}

/** Renames a user; every message of theirs shows the new name. */
export function changeFullName(tx: Tx, user: User, name: string) {
  const full_name = checkFullName(name)
  if (full_name === user.full_name) return
  requireFreeName(tx, full_name, { id: user.id, isBot: !isPerson(user) })
  tx.store.users.change(user.id, { full_name })
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, full_name } },
    userAudience(tx, user),
  )
  if (user.bot_type !== null)
    tx.emit(
      { type: 'realm_bot', op: 'update', bot: { user_id: user.id, full_name } },
      botAudience(tx, user),
    )
}
