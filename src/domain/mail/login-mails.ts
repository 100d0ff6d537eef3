// The mails about logins from devices that a person has not used before.

import { browserName } from '../authentication/browser-names.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { userSetting } from '../users/user-settings.ts'
import { isPerson, type User } from '../users/users.ts'
import { button, paragraph } from './compose.ts'
import { putMail, sendsMail } from './outbox.ts'
import { unsubscribeUrl } from './unsubscribe.ts'
import type { MailWriter } from './writing.ts'

/** A login that succeeded. */
export interface Login {
  /** The mark that a browser keeps in a cookie; undefined: a program, which keeps nothing. */
  mark: string | undefined
  userAgent: string
  /** Of the client; undefined where it does not matter. */
  address: string | undefined
}

/** Devices remembered of one person. */
const MOST_DEVICES = 50

/** Further new devices of a day are not mailed about: scripts may log in with each run. */
const MOST_MAILS = 10

const DAY_SECONDS = 86_400

/** People set up their devices right after they got the account, and know that. */
const SETTLING_SECONDS = 600

/**
 * Remembers the device of a login, and puts a mail into the outbox if the person has others but not
 * this one.
 */
export const noteLogin = (ctx: App, user: User, login: Login): Promise<void> =>
  ctx.commit((tx) => {
    const { knownDevices } = tx.store
    const device = deviceOf(tx, login)
    const isNew = !knownDevices.has(user.id, device)
    const isFirst = isNew && hasNoOther(tx, user)
    const newToday = knownDevices.countSince(user.id, tx.now - DAY_SECONDS)
    knownDevices.save(user.id, device, tx.now, MOST_DEVICES)
    const isSettling = tx.now - user.joined_at < SETTLING_SECONDS
    if (!isNew || isFirst || isSettling || newToday >= MOST_MAILS) return
    if (!sendsMail(tx) || !wantsMail(user)) return
    const about = { device: nameOf(login), at: tx.now, address: login.address ?? '' }
    // Too much mail to the address must not keep the person from logging in.
    putMail(tx, { kind: 'login', to: user.email, user, about })
  })

const wantsMail = (user: User) =>
  user.is_active === 1 && isPerson(user) && userSetting(user, 'enable_login_emails')

/** Whether this is the first login of an account, also of one older than the list of devices. */
const hasNoOther = (tx: Tx, user: User) =>
  tx.store.knownDevices.countSince(user.id, 0) === 0 &&
  tx.store.sessions.listOf(user.id, tx.now).every(({ created_at }) => created_at === tx.now)

/** A browser is known by its mark, a program by its name and the address it called from. */
const deviceOf = (ctx: Context, { mark, userAgent, address }: Login) =>
  ctx.keys.sign('device', mark ?? `program:${programName(userAgent)} ${address}`)

/** `Firefox on Linux`, or what a program calls itself. */
const nameOf = ({ userAgent }: Login) => browserName(userAgent) || programName(userAgent)

/** The first word alone, of harmless characters: a stranger chooses it, and it stands in the mail. */
const programName = (userAgent: string) => /^[\w.-]{1,40}/.exec(userAgent)?.[0] || 'a program'

export const writeLogin: MailWriter<'login'> = (ctx, { device, at, address }, row) => {
  const user = row.user_id === null ? undefined : ctx.store.users.find(row.user_id)
  if (!user || !wantsMail(user)) return undefined
  const { name } = theOrganization(ctx).settings
  const from = address === '' ? '' : `Address: ${address}`
  return {
    to: user.email,
    subject: `New login to ${name}`,
    parts: [
      paragraph(`Your account in ${name} was just used to log in from a new device.`),
      paragraph(
        [`Device: ${device}`, `Time: ${timeFor(user, at)}`, from].filter(Boolean).join(' · '),
      ),
      paragraph('If that was you, there is nothing to do.'),
      paragraph(
        'If it was not, set a new password now, which logs all other browsers out, and a new API key, which logs programs out.',
      ),
      button('Open the settings', `${ctx.server.url}/#settings/security`),
    ],
    footer: `You get this mail because of a login to your account at ${ctx.server.url}.`,
    unsubscribe: {
      label: 'Get no more mail about logins',
      url: unsubscribeUrl(ctx, 'logins', user),
    },
  }
}

/** In the person's own time zone, which is named. */
const timeFor = (user: User, at: number) =>
  new Date(at * 1000).toLocaleString('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    timeZone: user.timezone || 'UTC',
  })
