// How a row of the outbox becomes a mail: the writers of each kind, and what all mails share.

import type { OutgoingMail } from '../../outgoing-mail/mail.ts'
import type { OutboxRow } from '../../store/tables/outbox.ts'
import type { App, Context } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { composeMail, type MailPart } from './compose.ts'
import type { MailAbout, MailKind } from './outbox.ts'

/** A mail as its writer makes it. */
export interface WrittenMail {
  /** Undefined: the address that the outbox names. */
  to?: string
  subject: string
  parts: readonly MailPart[]
  /** Why the receiver gets the mail; it stands at the end. */
  footer: string
  unsubscribe: { label: string; url: string }
  replyTo?: string | undefined
  references?: readonly string[]
}

/**
 * Writes a mail at the moment it is sent; undefined: there is no reason for it any more.
 * It may commit, but what it does may happen again, because a mail may be tried several times.
 */
export type MailWriter<K extends MailKind> = (
  ctx: App,
  about: MailAbout[K] & { to: string },
  row: OutboxRow,
) => WrittenMail | undefined | Promise<WrittenMail | undefined>

export type MailWriters = { readonly [K in MailKind]?: MailWriter<K> }

/** Longer ones are cut by many programs anyway. */
const MAX_SUBJECT_LENGTH = 150

const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu

/** One line, without what could end it early. */
const inOneLine = (text: string) => text.replace(UNPRINTABLE, ' ').trim()

/** The mail of a row; undefined: there is no reason for it any more. */
export async function writeMail(
  ctx: App,
  writers: MailWriters,
  row: OutboxRow,
): Promise<OutgoingMail | undefined> {
  const writer = writers[row.kind as MailKind] as MailWriter<MailKind> | undefined
  const about = JSON.parse(row.about) as MailAbout[MailKind] & { to: string }
  const written = await writer?.(ctx, about as never, row)
  if (!written) return undefined
  const { subject, parts, footer, unsubscribe, replyTo, references = [] } = written
  return {
    messageId: messageIdOf(ctx, 'mail', row.id),
    to: written.to ?? about.to,
    fromName: inOneLine(theOrganization(ctx).settings.name),
    replyTo,
    references,
    subject: inOneLine(subject).slice(0, MAX_SUBJECT_LENGTH),
    unsubscribeUrl: unsubscribe.url,
    ...composeMail(parts, footer, unsubscribe),
  }
}

/** A Message-ID that is the same each time, and that others cannot make up. */
export const messageIdOf = (ctx: Context, what: string, id: number) =>
  `<${what}.${id}.${ctx.keys.sign('message-id', `${what}:${id}`, 16)}@${ctx.server.mailHost}>`
