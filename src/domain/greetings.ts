import type { Context } from './context.ts'
import { noteDirectly, noteInChannel, silently } from './notices.ts'
import { theOrganization } from './organization.ts'
import { ROLE } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'
import { WELCOME_WORDS } from './welcome-replies.ts'

/** Says who has joined where the organization wants to hear of it (organization 4.5). */
export function announceNewcomer(ctx: Context, emit: Emit, newcomer: User) {
  const { signup_announcements_stream_id } = theOrganization(ctx).settings
  const channel = ctx.store.channels.find(signup_announcements_stream_id)
  if (!channel || channel.is_archived) return
  const topic = channel.topics_policy === 'empty_topic_only' ? '' : 'signups'
  noteInChannel(ctx, emit, channel.id, topic, `${silently(newcomer)} has just joined. Say hello!`)
}

export function thankInviter(ctx: Context, emit: Emit, inviter: User, newcomer: User) {
  const content = `${silently(newcomer)} has accepted your invitation.`
  noteDirectly(ctx, emit, 'notification', inviter, content)
}

/** Welcome Bot's first message. @param text of the invitation; null: the organization's */
export function greet(ctx: Context, emit: Emit, newcomer: User, text: string | null) {
  const { name, welcome_message_custom_text } = theOrganization(ctx).settings
  const first =
    newcomer.role === ROLE.guest
      ? 'You see the channels you were invited to.'
      : 'Every channel is open to you in the list of channels, and you may open new ones.'
  noteDirectly(
    ctx,
    emit,
    'welcome',
    newcomer,
    `Welcome to ${name}! ${first} What people say is sorted by channel and topic, so you can read what concerns you and leave the rest.

If you want to know more, answer me with one of these words: ${WELCOME_WORDS}.`,
  )
  const own = text ?? welcome_message_custom_text
  if (own.trim() !== '') noteDirectly(ctx, emit, 'welcome', newcomer, own)
}
