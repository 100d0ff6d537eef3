// Who has read a message.

import { refuse } from '../../errors.ts'
import { readableMessage } from '../access/message-access.ts'
import type { Context } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { userSetting } from '../users/user-settings.ts'
import type { User } from '../users/users.ts'

/** GET /messages/{id}/read_receipts: users who read a message and share that. */
export function readReceipts(ctx: Context, viewer: User, messageId: number): number[] {
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
