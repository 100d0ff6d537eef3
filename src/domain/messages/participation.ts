// What follows when a person reacts to a message or takes part in its poll or to-do list.

import type { Message } from '../../store/tables/messages.ts'
import { NEVER_RECEIVED } from '../content/flags.ts'
import type { Tx } from '../kernel/context.ts'
import { applyActivityPolicy } from '../topics/automatic-visibility.ts'
import type { User } from '../users/users.ts'

/**
 * Creates the row of a user who did not receive the message. Events about a message go to users
 * with a row, so this comes before the event.
 */
export function ensureMessageRow(tx: Tx, user: User, messageId: number) {
  const { userMessages } = tx.store
  if (userMessages.flags(user.id, messageId) === undefined)
    userMessages.create(user.id, messageId, NEVER_RECEIVED)
}

/** Follows the topic for users whose settings say so. */
export function participate(tx: Tx, user: User, { channel_id, topic }: Message) {
  if (channel_id !== null) applyActivityPolicy(tx, user, { id: channel_id }, topic!, 'participated')
}
