// Who may start topics, and which topics a channel allows.

import { EMPTY_TOPIC_NAME } from '../../base/limits.ts'
import { refuse } from '../../errors.ts'
import type { Channel } from '../../store/tables/channels.ts'
import { isInGroup } from '../access/groups.ts'
import type { Context } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import type { User } from '../users/users.ts'

/** Whether a user, or the owner of a bot, is in the group. */
export function mayOrOwnerMay(ctx: Context, user: User, groupId: number): boolean {
  if (isInGroup(ctx, user, groupId)) return true
  const owner = user.bot_owner_id === null ? undefined : ctx.store.users.find(user.bot_owner_id)
  return owner !== undefined && isInGroup(ctx, owner, groupId)
}

/** @throws RequestError if the user may not start topics in the channel */
export function requireMayCreateTopic(ctx: Context, user: User, channel: Channel) {
  if (user.system_bot !== null || mayOrOwnerMay(ctx, user, channel.can_create_topic_group)) return
  refuse('BAD_REQUEST', 'You do not have permission to create new topics in this channel.')
}

/** @throws RequestError if the channel allows only the empty topic, or does not allow it */
export function requireTopicAllowed(ctx: Context, channel: Channel, topic: string) {
  const policy =
    channel.topics_policy === 'inherit'
      ? theOrganization(ctx).settings.topics_policy
      : channel.topics_policy
  const data = { empty_topic_display_name: EMPTY_TOPIC_NAME }
  if (policy === 'disable_empty_topic' && topic === '') {
    refuse(
      'BAD_REQUEST',
      `Sending messages to the ${EMPTY_TOPIC_NAME} is not allowed in this channel.`,
      data,
    )
  }
  if (policy === 'empty_topic_only' && topic !== '')
    refuse('BAD_REQUEST', `Only the ${EMPTY_TOPIC_NAME} topic is allowed in this channel.`, data)
}
