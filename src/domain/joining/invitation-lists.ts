// Invitations as their inviters and administrators see them.

import { seconds } from '../../base/clock.ts'
import type { ListedInvitation } from '../../store/tables/invitations.ts'
import { administrators } from '../access/audiences.ts'
import { mayActFor, ROLE } from '../access/roles.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { sendsMail } from '../mail/outbox.ts'
import type { User } from '../users/users.ts'

/** The URL of an invitation. @param origin by which the reader reaches this server */
export const joinLink = (ctx: Context, key: string, origin = ctx.server.url) =>
  `${origin}/join/${key}/`

/** GET /invites: the caller's valid invitations; for administrators everyone's. */
export const listInvitations = (ctx: Context, viewer: User, origin = ctx.server.url) =>
  ctx.store.invitations
    .open(seconds(ctx.clock), viewer.role <= ROLE.administrator ? undefined : viewer.id)
    .map((one) => describe(ctx, viewer, one, origin))

/**
 * An invitation with its link, for inviters pass links on. Links to a higher role than the viewer's are
 * left out: their holder could take that role. So are links that were mailed: following one proves that
 * the mailbox is the newcomer's.
 */
const describe = (ctx: Context, viewer: User, invitation: ListedInvitation, origin: string) => ({
  id: invitation.id,
  invited_by_user_id: invitation.inviter_id,
  invited: invitation.created_at,
  expiry_date: invitation.expires_at,
  invited_as: invitation.role,
  is_multiuse: invitation.is_multiuse === 1,
  notify_referrer_on_join: invitation.notify_inviter === 1,
  ...(invitation.email !== null && { email: invitation.email }),
  ...(mayActFor(viewer, invitation.role) &&
    !(invitation.email !== null && sendsMail(ctx)) && {
      link_url: joinLink(ctx, invitation.key, origin),
    }),
})

/** Emits that the list changed to users who see it; clients then fetch it. */
export function emitInvitationsChanged(tx: Tx, inviterId: number) {
  const isAdministrator = administrators(tx)
  tx.emit({ type: 'invites_changed' }, (userId) => userId === inviterId || isAdministrator(userId))
}

/** Revokes the invitations of a user whose account is closed. */
export function endInvitationsBy(tx: Tx, inviter: User) {
  const { invitations } = tx.store
  const open = invitations.openBy(inviter.id)
  for (const { id } of open) invitations.setStatus(id, 'revoked')
  if (open.length > 0) emitInvitationsChanged(tx, inviter.id)
}

/** Revokes invitations to roles above the inviter's, after the inviter got a lower one. */
export function endInvitationsAbove(tx: Tx, inviter: User) {
  const { invitations } = tx.store
  const above = invitations.openBy(inviter.id).filter(({ role }) => !mayActFor(inviter, role))
  for (const { id } of above) invitations.setStatus(id, 'revoked')
  if (above.length > 0) emitInvitationsChanged(tx, inviter.id)
}
