// Removes messages and profile of a closed account.

import type { Message } from '../../store/tables/messages.ts'
import { deleteMessages } from '../editing/message-deletion.ts'
import { rowCount } from '../editing/message-rows.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { PortionSize } from '../kernel/portion-size.ts'
import { commitPortion } from '../kernel/portions.ts'
import { setAvatar } from '../users/avatars.ts'
import { emailKey, type User, userAudience } from '../users/users.ts'
import { requireProfileField, setProfileValue } from './profile-values.ts'
import { clearStatus } from './user-statuses.ts'

/** What to remove when an account is closed. */
export interface Removal {
  delete_profile?: boolean | undefined
  delete_public_channel_messages?: boolean | undefined
  delete_private_channel_messages?: boolean | undefined
  delete_direct_messages?: boolean | undefined
}

/** Messages deleted in one unit of work, so that others can write in between. */
const BATCH_SIZE = 100

/** Deletes what a closed account has written, newest first. */
export async function removeMessages(ctx: App, by: User, user: User, removal: Removal) {
  const { messages } = ctx.store
  const { delete_profile, ...kinds } = removal
  if (!Object.values(kinds).some(Boolean)) return
  const size = new PortionSize()
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const ids = messages.sentBy(user.id, below, BATCH_SIZE)
    if (ids.length === 0) return
    below = await commitPortion(ctx, (tx) =>
      size.measure(() => removeSome(tx, by, ids, removal, size.rows)),
    )
  }
}

/**
 * Deletes the first of these messages, as many as one transaction should.
 * @returns the last message that it looked at
 */
function removeSome(
  tx: Tx,
  by: User,
  ids: readonly number[],
  removal: Removal,
  mostRows: number,
): number {
  const batch: Message[] = []
  let [rows, last] = [0, ids[0]!]
  for (const id of ids) {
    const message = tx.store.messages.find(id)
    if (message && isRemoved(tx, message, removal)) {
      rows += rowCount(tx, id)
      if (batch.length > 0 && rows > mostRows) break
      batch.push(message)
    }
    last = id
  }
  const conversations = [...Map.groupBy(batch, (one) => one.conversation_id).values()]
  for (const together of conversations) deleteMessages(tx, by, together)
  return last
}

function isRemoved(ctx: Context, { channel_id }: Message, removal: Removal): boolean {
  if (channel_id === null) return removal.delete_direct_messages === true
  return ctx.store.channels.find(channel_id)!.invite_only
    ? removal.delete_private_channel_messages === true
    : removal.delete_public_channel_messages === true
}

/** Erases everything that identifies a user: name, address, picture, profile, password. */
export function removeProfile(tx: Tx, user: User) {
  const { users, profileFields, pushTokens, pushSubscriptions } = tx.store
  for (const { field_id } of profileFields.valuesOf(user.id))
    setProfileValue(tx, user, requireProfileField(tx, field_id), undefined)
  clearStatus(tx, user)
  pushTokens.clear(user.id)
  pushSubscriptions.removeAllOf(user.id)
  const email = `deleteduser${user.id}@${tx.server.mailHost}`
  const changes = {
    full_name: `Deleted user ${user.id}`,
    email,
    email_key: emailKey(email),
    email_address_visibility: 1,
    timezone: '',
    password_hash: null,
    is_deleted: 1 as const,
  }
  users.change(user.id, changes)
  const gone = { ...user, ...changes }
  const { full_name } = changes
  for (const person of [
    { full_name },
    { delivery_email: email },
    { new_email: email },
    { timezone: '', email },
  ]) {
    const told = { user_id: user.id, ...person }
    tx.emit({ type: 'realm_user', op: 'update', person: told }, userAudience(tx, gone))
  }
  setAvatar(tx, user.id, { avatar_source: 'J', avatar_file: null })
}
