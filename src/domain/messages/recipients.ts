// Who a message is for: finds the channel or the people, and decides who may post there.

import { MAY_NOT_POST, NO_CHANNEL_WITH_ID, NO_CHANNEL_WITH_NAME } from '../../errors/channels.ts'
import { INVALID_RECIPIENT_ID } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import type { Channel } from '../../store/tables/channels.ts'
import { hasContentAccess, hasMetadataAccess } from '../access/access.ts'
import { SYSTEM_GROUP } from '../access/group-names.ts'
import { hasPermission, isInGroup } from '../access/groups.ts'
import { ROLE } from '../access/roles.ts'
import { channelKey } from '../channels/channels.ts'
import type { Context } from '../kernel/context.ts'
import { mayOrOwnerMay } from '../topics/topic-rules.ts'
import { apiEmail, findByKnownEmail, isPerson, seesUser, type User } from '../users/users.ts'
import type { NamedChannel, NamedPeople } from './message-draft.ts'

/** @throws RequestError STREAM_DOES_NOT_EXIST, also for a channel the sender may not know of */
export function findChannel(ctx: Context, sender: User, named: NamedChannel): Channel {
  const { channels } = ctx.store
  if ('id' in named)
    return (
      knownTo(ctx, sender, channels.find(named.id)) ??
      refuse(NO_CHANNEL_WITH_ID, { stream_id: named.id })
    )
  return (
    knownTo(ctx, sender, channels.findByName(channelKey(named.name))) ??
    refuse(NO_CHANNEL_WITH_NAME, { stream: named.name })
  )
}

/** The channel, if the sender can see it. */
function knownTo(ctx: Context, sender: User, channel: Channel | undefined): Channel | undefined {
  const isKnown =
    channel &&
    (sender.system_bot !== null ||
      hasMetadataAccess(ctx, sender, channel) ||
      reaches(ctx, sender, channel))
  return isKnown ? channel : undefined
}

/**
 * @returns each user once
 * @throws RequestError for a user the sender may not know of
 */
export function findPeople(ctx: Context, sender: User, people: NamedPeople): User[] {
  const found =
    'ids' in people
      ? people.ids.map((id) => {
          const user = ctx.store.users.find(id)
          return user && seesUser(ctx, sender, user) ? user : refuse(INVALID_RECIPIENT_ID, { id })
        })
      : people.emails.map(
          (email) =>
            findByKnownEmail(ctx, sender, email) ??
            refuse('BAD_REQUEST', `Invalid email '${email}'`),
        )
  return [...new Map(found.map((user) => [user.id, user])).values()]
}

/** Whether a user may post in a channel. */
export const mayPost = (ctx: Context, sender: User, channel: Channel) =>
  mayOrOwnerMay(ctx, sender, channel.can_send_message_group) &&
  !channel.is_archived &&
  reaches(ctx, sender, channel)

/** @throws RequestError where the sender may not post in the channel */
export function requireMayPost(ctx: Context, sender: User, channel: Channel) {
  if (sender.system_bot !== null) return
  if (!mayOrOwnerMay(ctx, sender, channel.can_send_message_group)) {
    refuse(MAY_NOT_POST)
  }
  if (channel.is_archived || !reaches(ctx, sender, channel)) {
    refuse('BAD_REQUEST', `Not authorized to send to channel '${channel.name}'`)
  }
}

function reaches(ctx: Context, sender: User, channel: Channel): boolean {
  const isOpen = !channel.invite_only && sender.role !== ROLE.guest
  if (isOpen || channel.is_web_public) return true
  const { subscriptions } = ctx.store
  if (subscriptions.isSubscribed(sender.id, channel.id)) return true
  if (sender.bot_owner_id !== null && subscriptions.isSubscribed(sender.bot_owner_id, channel.id))
    return true
  return channel.history_public_to_subscribers === 1 && hasContentAccess(ctx, sender, channel)
}

/** @throws RequestError if the sender may not write to these users */
export function requireMayWriteTo(
  ctx: Context,
  sender: User,
  recipients: readonly User[],
  conversationExists: boolean,
) {
  for (const user of recipients) {
    if (!user.is_active)
      refuse('BAD_REQUEST', `'${apiEmail(ctx, user)}' is no longer using Hearth.`)
  }
  if (!isPerson(sender) || recipients.every((user) => user.id === sender.id || !isPerson(user)))
    return
  const holder = ctx.store.organization.holderOf('direct_message_permission_group')!
  if (![sender, ...recipients].some((user) => isInGroup(ctx, user, holder))) {
    refuse(
      'BAD_REQUEST',
      holder === SYSTEM_GROUP['role:nobody']
        ? 'Direct messages are disabled in this organization.'
        : 'This conversation does not include any users who can authorize it.',
    )
  }
  if (!conversationExists && !hasPermission(ctx, sender, 'direct_message_initiator_group')) {
    refuse('BAD_REQUEST', 'You do not have permission to initiate direct message conversations.')
  }
}
