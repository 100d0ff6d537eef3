import type { Message } from '../store/messages.ts'
import { discardFiles } from './attachments.ts'
import { setAvatar } from './avatars.ts'
import type { Context } from './context.ts'
import { deleteMessages } from './message-deletion.ts'
import { profileField, setProfileValue } from './profile-values.ts'
import type { Emit } from './unit-of-work.ts'
import { clearStatus } from './user-statuses.ts'
import { emailKey, type User, userAudience } from './users.ts'

/** What goes with an account that is closed (organization 2.2). */
export interface Removal {
  delete_profile?: boolean | undefined
  delete_public_channel_messages?: boolean | undefined
  delete_private_channel_messages?: boolean | undefined
  delete_direct_messages?: boolean | undefined
}

/** Messages deleted in one unit of work, so that others can write in between. */
const BATCH = 100

/** Deletes what a closed account has written, newest first. */
export async function removeMessages(ctx: Context, by: User, user: User, removal: Removal) {
  const { messages } = ctx.store
  const { delete_profile, ...kinds } = removal
  if (!Object.values(kinds).some(Boolean)) return
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const ids = messages.sentBy(user.id, below, BATCH)
    if (ids.length === 0) return
    below = ids.at(-1)!
    const files = await ctx.commit((emit) => {
      const batch = ids
        .map((id) => messages.find(id))
        .filter((message) => message !== undefined)
        .filter((message) => isRemoved(ctx, message, removal))
      const conversations = [...Map.groupBy(batch, (one) => one.conversation_id).values()]
      return conversations.flatMap((together) => deleteMessages(ctx, emit, by, together))
    })
    await discardFiles(ctx, files)
  }
}

function isRemoved(ctx: Context, { channel_id }: Message, removal: Removal): boolean {
  if (channel_id === null) return removal.delete_direct_messages === true
  return ctx.store.channels.find(channel_id)!.invite_only
    ? removal.delete_private_channel_messages === true
    : removal.delete_public_channel_messages === true
}

/**
 * Takes what tells who somebody was: name, address, picture, profile, password. For good.
 * @returns the file of the picture, to be discarded after the commit
 */
export function removeProfile(ctx: Context, emit: Emit, user: User) {
  const { users, profileFields, pushTokens } = ctx.store
  for (const { field_id } of profileFields.valuesOf(user.id))
    setProfileValue(ctx, emit, user, profileField(ctx, field_id), undefined)
  clearStatus(ctx, emit, user)
  pushTokens.clear(user.id)
  const email = `deleteduser${user.id}@${ctx.site.mailHost}`
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
  ctx.messageCache.forgetAll()
  const gone = { ...user, ...changes }
  const { full_name } = changes
  for (const person of [
    { full_name },
    { delivery_email: email },
    { new_email: email },
    { timezone: '', email },
  ]) {
    const told = { user_id: user.id, ...person }
    emit({ type: 'realm_user', op: 'update', person: told }, userAudience(ctx, gone))
  }
  return setAvatar(ctx, emit, user.id, { avatar_source: 'J', avatar_file: null })
}
