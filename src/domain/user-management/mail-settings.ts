// Ends mails to a person.

import type { App } from '../kernel/context.ts'
import type { PersonalKind } from '../mail/unsubscribe.ts'
import type { UserSettings } from '../users/user-settings.ts'
import type { User } from '../users/users.ts'
import { changeSettingsOf } from './settings-changes.ts'

/** Turns the mails of one kind to a person off. */
export const endMails = (ctx: App, user: User, kind: PersonalKind): Promise<void> =>
  kind === 'messages' ? endMessageMails(ctx, user) : turnOff(ctx, user, SETTINGS[kind])

const SETTINGS: Record<Exclude<PersonalKind, 'messages'>, Partial<UserSettings>> = {
  logins: { enable_login_emails: false },
  digests: { enable_digest_emails: false },
}

const turnOff = (ctx: App, { id }: User, off: Partial<UserSettings>) =>
  ctx.commit((tx) => changeSettingsOf(tx, tx.store.users.find(id)!, off, 'settings'))

/** Turns the mails about messages off, also those of channels that were asked for one by one. */
const endMessageMails = (ctx: App, user: User): Promise<void> =>
  ctx.commit((tx) => {
    const off = {
      enable_offline_email_notifications: false,
      enable_stream_email_notifications: false,
      enable_followed_topic_email_notifications: false,
    }
    changeSettingsOf(tx, tx.store.users.find(user.id)!, off, 'settings')
    const { subscriptions } = tx.store
    for (const { channel_id, email_notifications } of subscriptions.ofUser(user.id)) {
      if (email_notifications !== 1) continue
      subscriptions.set(user.id, channel_id, 'email_notifications', 0)
      const property = 'email_notifications'
      const change = { stream_id: channel_id, property, value: false }
      tx.emit({ type: 'subscription', op: 'update', ...change }, [user.id])
    }
  })
