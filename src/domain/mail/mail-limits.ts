// How much mail this server sends: to one address, and on behalf of one person.

import { ROLE } from '../access/roles.ts'
import type { Context } from '../kernel/context.ts'
import { emailKey, type User } from '../users/users.ts'

/** Mails that may wait in the outbox; while so many wait, no further mail is accepted. */
const MAX_WAITING = 20_000

const DAY_SECONDS = 86_400

/** Mails a day to an address without an account, caused by all people together. */
const TO_STRANGER = 5

/** Mails a day to the address of an account. */
const TO_ACCOUNT = 200

/** Mails a day that one person causes, such as invitations. */
const BY_MEMBER = 100
const BY_ADMINISTRATOR = 2000

/** Why no further mail may be made; undefined if it may. */
export type MailRefusal = 'stranger' | 'address' | 'person' | 'server'

/** @param by the person who causes it; undefined: a visitor without an account */
export function mailRefusal(
  ctx: Context,
  to: string,
  by: User | undefined,
  now: number,
): MailRefusal | undefined {
  const { outbox, users } = ctx.store
  const key = emailKey(to)
  const since = now - DAY_SECONDS
  const isStranger = users.findByEmail(key) === undefined
  if (isStranger && outbox.isRefused(key)) return 'stranger'
  if (outbox.countTo(key, since) >= (isStranger ? TO_STRANGER : TO_ACCOUNT)) return 'address'
  if (by && outbox.countCausedBy(by.id, since) >= allowanceOf(by)) return 'person'
  if (outbox.countWaiting() >= MAX_WAITING) return 'server'
  return undefined
}

const allowanceOf = ({ role }: User) => (role <= ROLE.administrator ? BY_ADMINISTRATOR : BY_MEMBER)
