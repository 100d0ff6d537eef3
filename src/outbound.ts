// Starts what sends to the outside what the domain put into the outbox.

import type { Config } from './config.ts'
import { accountMails, reportUndelivered } from './domain/joining/account-mails.ts'
import type { App } from './domain/kernel/context.ts'
import { startMailSending } from './domain/mail/mail-sending.ts'
import { startNotifications } from './domain/notifications/due.ts'
import { writeMissedMessages } from './domain/notifications/missed-mails.ts'
import { SmtpTransport } from './outgoing-mail/smtp-transport.ts'

/** Sends mail from now on, if the server was given one to hand it to. @returns breaks off what is being sent */
export function startSending(ctx: App, { smtpUrl, mailFrom }: Config): () => void {
  startNotifications(ctx)
  if (smtpUrl === undefined || mailFrom === undefined) return () => {}
  const transport = new SmtpTransport(smtpUrl, mailFrom)
  const writers = { ...accountMails, missed_messages: writeMissedMessages }
  startMailSending(ctx, transport, writers, (row) => reportUndelivered(ctx, row))
  return () => transport.stop()
}
