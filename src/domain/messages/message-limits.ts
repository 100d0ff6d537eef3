// Who may edit the content of a message, and for how long.

import { seconds } from '../../base/clock.ts'
import { MAY_NOT_EDIT } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Context } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import type { User } from '../users/users.ts'

/** Seconds after the time limit in which an edit that was begun in time may still be saved. */
export const EDIT_GRACE_SECONDS = 20

/**
 * @param grace seconds after the limit in which saving still works
 * @throws RequestError if the user may not edit the content of the message
 */
export function requireMayEditContent(ctx: Context, user: User, message: Message, grace: number) {
  const { settings } = theOrganization(ctx)
  if (!settings.allow_message_editing)
    refuse('BAD_REQUEST', 'Your organization has turned off message editing')
  if (message.sender_id !== user.id) refuse(MAY_NOT_EDIT)
  const limit = settings.message_content_edit_limit_seconds
  if (limit !== null && seconds(ctx.clock) - message.sent_at > limit + grace)
    refuse('BAD_REQUEST', 'The time limit for editing this message has passed')
}
