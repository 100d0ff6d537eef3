// Rules for two settings of channels: how long messages are kept, and which topics are allowed.

import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import type { TopicsPolicy } from '../../store/tables/channels.ts'
import { hasPermission } from '../access/groups.ts'
import { ROLE, requireOwner } from '../access/roles.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** How long messages are kept, as on the wire: days, for ever, or the organization's default. */
export type Retention = number | 'unlimited' | 'realm_default'

/**
 * Checks a retention time, which only owners may change.
 *
 * @param present the current value as stored; null for a new channel
 * @returns the value to store: -1 for ever, null for the organization's default
 */
export function checkRetention(
  by: User,
  retention: Retention,
  present: number | null = null,
): number | null {
  if (typeof retention === 'number' && retention <= 0) {
    refuse(
      'BAD_REQUEST',
      `Bad value for 'message_retention_days': ${retention} (allowed: 1 or more, "unlimited" or "realm_default")`,
    )
  }
  const stored = typeof retention === 'number' ? retention : STORED[retention]
  if (stored !== present) requireOwner(by)
  return stored
}

const STORED = { unlimited: -1, realm_default: null }

/**
 * Checks a change of the rule about which topics a channel allows.
 * @param channelId undefined for a new channel, which has no messages
 */
export function requireMaySetTopicsPolicy(
  ctx: Context,
  by: User,
  policy: TopicsPolicy,
  channelId?: number,
) {
  if (policy === 'inherit') return
  if (by.role > ROLE.administrator && !hasPermission(ctx, by, 'can_set_topics_policy_group')) {
    refuse(INSUFFICIENT_PERMISSION)
  }
  if (policy !== 'empty_topic_only' || channelId === undefined) return
  if (ctx.store.conversations.hasNamedTopic(channelId)) {
    refuse(
      'BAD_REQUEST',
      'This policy needs a channel in which no message has a topic: move or delete the others first.',
    )
  }
}
