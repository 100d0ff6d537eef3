import { seconds } from '../base/clock.ts'
import type { Invitation } from '../store/invitations.ts'
import { administrators } from './audiences.ts'
import type { Context } from './context.ts'
import { ROLE } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

export const joinLink = (ctx: Context, key: string) => `${ctx.site.url}/join/${key}/`

/** GET /invites: those that still work; an administrator sees everyone's. */
export const listInvitations = (ctx: Context, viewer: User) =>
  ctx.store.invitations
    .open(seconds(ctx.clock))
    .filter((one) => viewer.role <= ROLE.administrator || one.inviter_id === viewer.id)
    .map((one) => describe(ctx, one))

/** The link is shown with an address too: nobody mails it, so the inviter hands it on. */
const describe = (ctx: Context, invitation: Invitation) => ({
  id: invitation.id,
  invited_by_user_id: invitation.inviter_id,
  invited: invitation.created_at,
  expiry_date: invitation.expires_at,
  invited_as: invitation.role,
  is_multiuse: invitation.is_multiuse === 1,
  notify_referrer_on_join: invitation.notify_inviter === 1,
  ...(invitation.email !== null && { email: invitation.email }),
  link_url: joinLink(ctx, invitation.key),
})

/** Says that the list has changed to those who see it; what changed they ask for. */
export function tellInvitationsChanged(ctx: Context, emit: Emit, inviterId: number) {
  const isAdministrator = administrators(ctx)
  emit({ type: 'invites_changed' }, (userId) => userId === inviterId || isAdministrator(userId))
}

/** Whoever leaves invites nobody any more. */
export function endInvitationsBy(ctx: Context, emit: Emit, inviter: User) {
  const { invitations } = ctx.store
  const open = invitations.openBy(inviter.id)
  for (const { id } of open) invitations.setStatus(id, 'revoked')
  if (open.length > 0) tellInvitationsChanged(ctx, emit, inviter.id)
}
