import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { Message } from '../store/messages.ts'
import type { Context } from './context.ts'
import { theOrganization } from './organization.ts'
import type { User } from './users.ts'

/** Whoever began to edit in time is not refused for saving a moment late. */
export const EDIT_GRACE_SECONDS = 20

/**
 * @param grace seconds after the limit in which saving still works
 * @throws RequestError where a person may not change what a message says (messages 2.1)
 */
export function requireMayEditContent(ctx: Context, user: User, message: Message, grace: number) {
  const { settings } = theOrganization(ctx)
  if (!settings.allow_message_editing)
    refuse('BAD_REQUEST', 'Your organization has turned off message editing')
  if (message.sender_id !== user.id)
    refuse('BAD_REQUEST', "You don't have permission to edit this message")
  const limit = settings.message_content_edit_limit_seconds
  if (limit !== null && seconds(ctx.clock) - message.sent_at > limit + grace)
    refuse('BAD_REQUEST', 'The time limit for editing this message has passed')
}
