import { refuse } from '../errors.ts'
import type { Channel } from '../store/channels.ts'
import { hasContentAccess, hasMetadataAccess } from './access.ts'
import { channelKey } from './channels.ts'
import type { Context } from './context.ts'
import { holds, isInGroup, SYSTEM_GROUP } from './groups.ts'
import { ROLE } from './roles.ts'
import { mayOrOwnerMay } from './topic-rules.ts'
import { apiEmail, findByKnownEmail, isPerson, seesUser, type User } from './users.ts'

/** The channel that `to` names: an ID, a name, or a list of one of either (messages 1.1). */
export function channelNamed(ctx: Context, to: unknown): Channel {
  const [named = '', ...others]: unknown[] = Array.isArray(to) ? to : [to]
  if (others.length > 0) refuse('BAD_REQUEST', 'Expected exactly one channel')
  if (Number.isInteger(named)) {
    const id = named as number
    return (
      ctx.store.channels.find(id) ??
      refuse('STREAM_DOES_NOT_EXIST', `Channel with ID '${id}' does not exist`, { stream_id: id })
    )
  }
  if (typeof named !== 'string') refuse('BAD_REQUEST', 'Invalid data type for channel')
  const name = named.trim()
  if (name === '') refuse('BAD_REQUEST', 'Missing channel')
  return (
    ctx.store.channels.findByName(channelKey(name)) ??
    refuse('STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`, { stream: name })
  )
}

/** The people that `to` names: user IDs, addresses, or addresses with commas between (messages 1.1). */
export function peopleNamed(ctx: Context, sender: User, to: unknown): User[] {
  const list =
    typeof to === 'string'
      ? to
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : to
  if (!Array.isArray(list)) refuse('BAD_REQUEST', 'Invalid data type for recipients')
  if (list.length === 0) refuse('BAD_REQUEST', 'Message must have recipients')
  const kinds = new Set(list.map((who) => (Number.isInteger(who) ? 'id' : typeof who)))
  if (kinds.size > 1) {
    refuse('BAD_REQUEST', 'Recipient lists may contain emails or user IDs, but not both.')
  }
  if (!kinds.has('id') && !kinds.has('string'))
    refuse('BAD_REQUEST', 'Invalid data type for recipients')
  const found = list.map((who: number | string) =>
    typeof who === 'number'
      ? (ctx.store.users.find(who) ?? refuse('BAD_REQUEST', `Invalid user ID ${who}`))
      : (findByKnownEmail(ctx, sender, who) ?? refuse('BAD_REQUEST', `Invalid email '${who}'`)),
  )
  return [...new Map(found.map((user) => [user.id, user])).values()]
}

/** Whether somebody may write in a channel (messages 1.5). */
export const mayPost = (ctx: Context, sender: User, channel: Channel) =>
  mayOrOwnerMay(ctx, sender, channel.can_send_message_group) &&
  !channel.is_archived &&
  reaches(ctx, sender, channel)

/**
 * @param named what the sender called the channel, which is all that is said of one they may not
 *   know: its ID tells nobody the name
 * @throws RequestError where the sender may not post in the channel (messages 1.5)
 */
export function requireMayPost(
  ctx: Context,
  sender: User,
  channel: Channel,
  named: unknown = channel.name,
) {
  if (sender.system_bot !== null) return
  if (!mayOrOwnerMay(ctx, sender, channel.can_send_message_group)) {
    refuse('BAD_REQUEST', 'You do not have permission to post in this channel.')
  }
  if (channel.is_archived || !reaches(ctx, sender, channel)) {
    const name = hasMetadataAccess(ctx, sender, channel) ? channel.name : String(named).trim()
    refuse('BAD_REQUEST', `Not authorized to send to channel '${name}'`)
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

/** @throws RequestError where the sender may not write to these people (messages 1.5) */
export function requireMayWriteTo(
  ctx: Context,
  sender: User,
  recipients: readonly User[],
  conversationExists: boolean,
) {
  for (const user of recipients) {
    if (!seesUser(ctx, sender, user)) {
      refuse('BAD_REQUEST', 'You do not have permission to access some of the recipients.')
    }
  }
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
  if (!conversationExists && !holds(ctx, sender, 'direct_message_initiator_group')) {
    refuse('BAD_REQUEST', 'You do not have permission to initiate direct message conversations.')
  }
}
