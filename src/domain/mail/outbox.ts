// Puts mails into the outbox. They are written when they are sent, from the IDs kept here.

import type { Context, Tx } from '../kernel/context.ts'
import { emailKey, type User } from '../users/users.ts'
import { type MailRefusal, mailRefusal } from './mail-limits.ts'

/** What each kind of mail is written from. */
export interface MailAbout {
  invitation: { invitation_id: number }
  signup: { key: string }
  password_reset: { email: string; key?: string }
  email_change: { key: string }
  missed_messages: { message_ids: number[] }
  digest: { since: number }
  login: { device: string; at: number; address: string }
  test: {}
}

export type MailKind = keyof MailAbout

export interface NewMail<K extends MailKind> {
  kind: K
  to: string
  /** The person it is for; undefined: an address without an account. */
  user?: User | undefined
  /** The person who causes it; undefined: a visitor without an account, or the server. */
  by?: User | undefined
  about: MailAbout[K]
}

/** Whether this server sends mail. */
export const sendsMail = (ctx: Context): boolean => ctx.server.sendsMail

/** Whether anyone can be notified at all: by mail, or on a device. */
export const canNotify = (ctx: Context): boolean =>
  sendsMail(ctx) || ctx.store.pushSubscriptions.exist()

/**
 * Adds a mail to what is sent, with the transaction that causes it.
 * @returns why it may not be sent, and is not; undefined: it will be
 */
export function putMail<K extends MailKind>(tx: Tx, mail: NewMail<K>): MailRefusal | undefined {
  const { kind, to, user, by, about } = mail
  const refusal = mailRefusal(tx, to, by, tx.now)
  if (refusal) return refusal
  tx.store.outbox.add(
    {
      kind,
      user_id: user?.id ?? null,
      address_key: emailKey(to),
      subscription_id: null,
      caused_by: by?.id ?? null,
      about: JSON.stringify({ ...about, to: to.trim() }),
      created_at: tx.now,
    },
    tx.now,
  )
  tx.afterCommit(() => tx.outboxBell.ring())
  return undefined
}
