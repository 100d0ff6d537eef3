// Messages of the server when a person joins.

import { ROLE } from '../access/roles.ts'
import type { Tx } from '../kernel/context.ts'
import { postSystemMessage, sendSystemDm, silentMention } from '../messages/system-messages.ts'
import { theOrganization } from '../organization/organization.ts'
import type { User } from '../users/users.ts'
import { WELCOME_WORDS } from './welcome-replies.ts'

/** Posts that a person joined, in the channel the organization has chosen for that. */
export function postSignupMessage(tx: Tx, newcomer: User) {
  const { signup_announcements_stream_id } = theOrganization(tx).settings
  const channel = tx.store.channels.find(signup_announcements_stream_id)
  if (!channel || channel.is_archived) return
  const topic = channel.topics_policy === 'empty_topic_only' ? '' : 'signups'
  postSystemMessage(tx, channel.id, topic, `${silentMention(newcomer)} has just joined. Say hello!`)
}

/** Sends a direct message to the inviter that the invitation was accepted. */
export function sendInviterDm(tx: Tx, inviter: User, newcomer: User) {
  const content = `${silentMention(newcomer)} has accepted your invitation.`
  sendSystemDm(tx, 'notification', inviter, content)
}

/** Welcome Bot's first message. @param text of the invitation; null: the organization's */
export function sendWelcome(tx: Tx, newcomer: User, text: string | null) {
  const { name, welcome_message_custom_text } = theOrganization(tx).settings
  const first =
    newcomer.role === ROLE.guest
      ? 'You see the channels you were invited to.'
      : 'The list of channels shows every channel that you can join.'
  sendSystemDm(
    tx,
    'welcome',
    newcomer,
    `Welcome to ${name}! ${first} Conversations have a channel and a topic, so you can read what concerns you and skip the rest.

To learn more, reply with one of these words: ${WELCOME_WORDS}.`,
  )
  const own = text ?? welcome_message_custom_text
  if (own.trim() !== '') sendSystemDm(tx, 'welcome', newcomer, own)
}
