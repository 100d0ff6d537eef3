import { refuse } from '../errors.ts'
import type { TopicsPolicy } from '../store/channels.ts'
import type { Context } from './context.ts'
import { holds } from './groups.ts'
import { ROLE, requireOwner } from './roles.ts'
import type { User } from './users.ts'

/** How long messages are kept, as clients put it: days, for ever, or as the organization does. */
export type Retention = number | 'unlimited' | 'realm_default'

/**
 * For how long a channel keeps messages is the owners' business (organization 1.1).
 *
 * @param present what holds now, as stored; a new channel follows the organization
 * @returns as stored: -1 for ever, null as the organization
 */
export function checkRetention(
  by: User,
  retention: Retention,
  present: number | null = null,
): number | null {
  if (typeof retention === 'number' && retention <= 0) {
    refuse('BAD_REQUEST', `Bad value for 'message_retention_days': ${retention}`)
  }
  const stored = typeof retention === 'number' ? retention : STORED[retention]
  if (stored !== present) requireOwner(by)
  return stored
}

const STORED = { unlimited: -1, realm_default: null }

/**
 * Which topics a channel takes (organization 1.7).
 * @param channelId undefined for a new channel, which has no messages
 */
export function requireMaySetTopicsPolicy(
  ctx: Context,
  by: User,
  policy: TopicsPolicy,
  channelId?: number,
) {
  if (policy === 'inherit') return
  if (by.role > ROLE.administrator && !holds(ctx, by, 'can_set_topics_policy_group')) {
    refuse('BAD_REQUEST', 'Insufficient permission')
  }
  if (policy !== 'empty_topic_only' || channelId === undefined) return
  if (ctx.store.conversations.hasNamedTopic(channelId)) {
    refuse(
      'BAD_REQUEST',
      'This policy needs a channel in which no message has a topic: move or delete the others first.',
    )
  }
}
