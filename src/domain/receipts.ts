import { refuse } from '../errors.ts'
import type { Context } from './context.ts'
import { readableMessage } from './message-access.ts'
import { theOrganization } from './organization.ts'
import { userSetting } from './user-settings.ts'
import type { User } from './users.ts'

/** GET /messages/{id}/read_receipts: who has read a message, as far as they tell (messages 7.1). */
export function readersOf(ctx: Context, viewer: User, messageId: number): number[] {
  const message = readableMessage(ctx, viewer, messageId)
  if (!theOrganization(ctx).settings.enable_read_receipts)
    refuse('BAD_REQUEST', 'Read receipts are disabled in this organization.')
  const { mutedUsers, userMessages, users } = ctx.store
  const estranged = new Set([
    ...mutedUsers.mutersOf(viewer.id),
    ...mutedUsers.ofUser(viewer.id).map(({ id }) => id),
  ])
  return userMessages
    .readers(messageId)
    .filter(
      (userId) =>
        userId !== message.sender_id &&
        !estranged.has(userId) &&
        userSetting(users.find(userId)!, 'send_read_receipts'),
    )
}
