// Starts what sends to the outside what the domain put into the outbox.

import type { Config } from './config.ts'
import { accountMails, reportUndelivered } from './domain/joining/account-mails.ts'
import type { App } from './domain/kernel/context.ts'
import { writeLogin } from './domain/mail/login-mails.ts'
import { startMailSending } from './domain/mail/mail-sending.ts'
import { writeDigest } from './domain/notifications/digest-mails.ts'
import { startDigests } from './domain/notifications/digests.ts'
import { startNotifications } from './domain/notifications/due.ts'
import { writeMissedMessages } from './domain/notifications/missed-mails.ts'
import { startPushSending } from './domain/notifications/push-sending.ts'
import { SmtpTransport } from './outgoing-mail/smtp-transport.ts'

/**
 * Sends pushes, and mail if there is a server to hand it to, from now on. What waits is written at once,
 * so the address of this server must be known.
 * @returns breaks off what is being sent
 */
export function startSending(ctx: App, { smtpUrl, mailFrom }: Config): () => void {
  startNotifications(ctx)
  startPushSending(ctx)
  if (smtpUrl === undefined || mailFrom === undefined) return () => ctx.pushCaller.stop()
  const transport = new SmtpTransport(smtpUrl, mailFrom)
  startDigests(ctx)
  const writers = {
    ...accountMails,
    missed_messages: writeMissedMessages,
    login: writeLogin,
    digest: writeDigest,
  }
  startMailSending(ctx, transport, writers, (row) => reportUndelivered(ctx, row))
  return () => {
    ctx.pushCaller.stop()
    transport.stop()
  }
}
