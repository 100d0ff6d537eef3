// The mails about accounts: invitations, confirmed addresses, new passwords.

import { NO_MAIL, TOO_MUCH_MAIL } from '../../errors/joining.ts'
import { refuse } from '../../errors.ts'
import type { OutboxRow } from '../../store/tables/outbox.ts'
import type { App, Context } from '../kernel/context.ts'
import { button, paragraph } from '../mail/compose.ts'
import { type MailAbout, putMail, sendsMail } from '../mail/outbox.ts'
import { addressUnsubscribeUrl } from '../mail/unsubscribe.ts'
import type { MailWriter, WrittenMail } from '../mail/writing.ts'
import { sendSystemDm } from '../messages/system-messages.ts'
import { theOrganization } from '../organization/organization.ts'
import { findByEmail, isPerson, type User } from '../users/users.ts'
import { createLinkKey, findOpenLink } from './confirmation-links.ts'
import { joinLink } from './invitation-lists.ts'

const nameOf = (ctx: Context) => theOrganization(ctx).settings.name

/** Mails to addresses without an account can be ended altogether. */
const toAddress = (ctx: Context, to: string, mail: Omit<WrittenMail, 'unsubscribe'>) => ({
  ...mail,
  unsubscribe: {
    label: 'Get no invitations and confirmations from this server any more',
    url: addressUnsubscribeUrl(ctx, to),
  },
})

const writeInvitation: MailWriter<'invitation'> = (ctx, { invitation_id, to }) => {
  const invitation = ctx.store.invitations.find(invitation_id)
  // It may have been revoked, or renewed by another row, while the mail waited.
  if (!invitation || findOpenLink(ctx, invitation.key) === undefined) return undefined
  const name = nameOf(ctx)
  const inviter = ctx.store.users.find(invitation.inviter_id)!
  return toAddress(ctx, to, {
    subject: `${inviter.full_name} invites you to ${name}`,
    parts: [
      paragraph(`${inviter.full_name} invites you to the team chat ${name}.`),
      button('Join', joinLink(ctx, invitation.key)),
      paragraph('The link is for you alone. If you do not know who this is, ignore this mail.'),
    ],
    footer: `${inviter.full_name} gave your address to ${ctx.server.url}.`,
  })
}

const writeSignup: MailWriter<'signup'> = (ctx, { key, to }) => {
  if (findOpenLink(ctx, key) === undefined) return undefined
  const name = nameOf(ctx)
  return toAddress(ctx, to, {
    subject: `Confirm your address for ${name}`,
    parts: [
      paragraph(`You want to join ${name}. This link shows that the address is yours:`),
      button('Confirm and join', `${ctx.server.url}/join/${key}/`),
      paragraph('It works for one day. If that was not you, ignore this mail.'),
    ],
    footer: `A visitor of ${ctx.server.url} entered this address.`,
  })
}

const writeAddressChange: MailWriter<'email_change'> = (ctx, { key, to }) => {
  const link = findOpenLink(ctx, key)
  if (!link || !('confirmation' in link)) return undefined
  const user = ctx.store.users.find(link.confirmation.user_id!)!
  if (!user.is_active) return undefined
  const name = nameOf(ctx)
  return toAddress(ctx, to, {
    subject: `Confirm your new address for ${name}`,
    parts: [
      paragraph(`${user.full_name} wants to use this address in ${name}.`),
      button('Confirm the address', `${ctx.server.url}/confirm/${key}/`),
      paragraph('It works for one day. If that was not you, ignore this mail.'),
    ],
    footer: `A person at ${ctx.server.url} entered this address.`,
  })
}

/**
 * Whether there is an account is found out here and not when the mail is asked for, so that asking
 * takes as long for every address. An address without an account gets no mail.
 */
const writePasswordReset: MailWriter<'password_reset'> = async (ctx, about, row) => {
  const user = findByEmail(ctx, about.email)
  if (!user || !isPerson(user)) return undefined
  const name = nameOf(ctx)
  // What was entered may be another spelling, which must not lead to another mailbox.
  const to = user.email
  if (!user.is_active) {
    return toAddress(ctx, to, {
      to,
      subject: `Your account in ${name}`,
      parts: [
        paragraph(
          `A new password for your account in ${name} was asked for. The account is deactivated, so it has no password. Ask an administrator to activate it again.`,
        ),
      ],
      footer: `A visitor of ${ctx.server.url} entered this address.`,
    })
  }
  const key = await passwordKeyOf(ctx, about, row)
  return toAddress(ctx, to, {
    to,
    subject: `A new password for ${name}`,
    parts: [
      paragraph(`A new password for your account in ${name} was asked for.`),
      button('Set a new password', `${ctx.server.url}/password/${key}/`),
      paragraph('The link works for three days and once. If that was not you, ignore this mail.'),
    ],
    footer: `A visitor of ${ctx.server.url} entered this address.`,
  })
}

/** The key of the link; a mail that is tried again carries the same one. */
function passwordKeyOf(
  ctx: App,
  about: MailAbout['password_reset'],
  row: OutboxRow,
): string | Promise<string> {
  if (about.key !== undefined) return about.key
  return ctx.commit((tx) => {
    const user = findByEmail(tx, about.email)!
    const holder = { email: user.email, user_id: user.id, invitation_id: null }
    const key = createLinkKey(tx, 'password_reset', holder)
    tx.store.outbox.setAbout(row.id, JSON.stringify({ ...about, key }))
    return key
  })
}

const writeTest: MailWriter<'test'> = (ctx, { to }) => {
  const name = nameOf(ctx)
  return toAddress(ctx, to, {
    subject: `A test from ${name}`,
    parts: [paragraph(`Mail from ${name} arrives. There is nothing to do.`)],
    footer: `An owner asked for this mail at ${ctx.server.url}.`,
  })
}

/** POST /realm/mail/test. @throws RequestError where this server sends no mail */
export async function putTestMail(ctx: App, by: User): Promise<void> {
  if (!sendsMail(ctx)) refuse(NO_MAIL)
  await ctx.commit((tx) => {
    if (putMail(tx, { kind: 'test', to: by.email, user: by, by, about: {} })) refuse(TOO_MUCH_MAIL)
  })
}

export const accountMails = {
  invitation: writeInvitation,
  signup: writeSignup,
  email_change: writeAddressChange,
  password_reset: writePasswordReset,
  test: writeTest,
}

/** The inviter learns that an invitation could not be delivered, and can pass the link on by hand. */
export async function reportUndelivered(ctx: App, row: OutboxRow): Promise<void> {
  if (row.kind !== 'invitation') return
  const { invitation_id, to } = JSON.parse(row.about) as MailAbout['invitation'] & { to: string }
  await ctx.commit((tx) => {
    const invitation = tx.store.invitations.find(invitation_id)
    const inviter = invitation && tx.store.users.find(invitation.inviter_id)
    if (!invitation || !inviter?.is_active || invitation.status !== 'open') return
    const content = `The invitation to ${to} could not be delivered by mail.`
    sendSystemDm(tx, 'notification', inviter, content)
  })
}
