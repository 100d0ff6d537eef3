// Sends the mails of the outbox through a transport.

import { MailFailed, type MailTransport } from '../../outgoing-mail/mail.ts'
import type { OutboxRow } from '../../store/tables/outbox.ts'
import type { App, Context } from '../kernel/context.ts'
import { type Attempt, startDispatch } from './dispatch.ts'
import { type MailWriters, writeMail } from './writing.ts'

/** Mail servers dislike many connections of one sender. */
const CONCURRENCY = 2

const GIVE_UP_AFTER_SECONDS = 3 * 86_400

/** Sends mails from now on. @param whenGivenUp what follows when a mail cannot be delivered */
export const startMailSending = (
  ctx: App,
  transport: MailTransport,
  writers: MailWriters,
  whenGivenUp: (row: OutboxRow) => Promise<void>,
) =>
  startDispatch(ctx, {
    name: 'mail',
    isMail: true,
    concurrency: CONCURRENCY,
    giveUpAfter: GIVE_UP_AFTER_SECONDS,
    attempt: (row) => sendMail(ctx, transport, writers, row),
    whenGivenUp,
  })

async function sendMail(
  ctx: App,
  transport: MailTransport,
  writers: MailWriters,
  row: OutboxRow,
): Promise<Attempt> {
  const mail = await writeMail(ctx, writers, row)
  if (!mail) return { result: 'dropped' }
  try {
    await transport.send(mail)
    return { result: 'sent' }
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error
    return { result: 'failed', why: error.message, isFinal: error.isFinal }
  }
}

/** How mail goes, for those who run the server; nobody's address is in it. */
export function mailStatus(ctx: Context) {
  const { waiting, sent, failed } = ctx.store.outbox.mailCounts()
  return {
    sends_mail: ctx.server.sendsMail,
    waiting,
    sent_today: sent,
    failed_today: failed,
    last_failure: ctx.store.outbox.lastMailFailure() ?? null,
  }
}
