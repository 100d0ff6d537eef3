// The privacy of a channel: web-public, public, or private with shared or protected history.

import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import type { Channel } from '../../store/tables/channels.ts'
import { hasPermission } from '../access/groups.ts'
import type { Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'

/** Whether a channel is web-public, public, or private with shared or protected history. */
export interface ChannelPrivacy {
  isPrivate: boolean
  isWebPublic: boolean
  sharesHistory: boolean
}

export type RequestedPrivacy = { [K in keyof ChannelPrivacy]: boolean | undefined }

/** The privacy of a channel, from its columns. */
export const privacyOf = (channel: Channel): ChannelPrivacy => ({
  isPrivate: channel.invite_only === 1,
  isWebPublic: channel.is_web_public === 1,
  sharesHistory: channel.history_public_to_subscribers === 1,
})

/** The privacy of a new channel. @throws RequestError for a combination that does not exist */
export function newPrivacy({
  isPrivate = false,
  isWebPublic = false,
  sharesHistory,
}: RequestedPrivacy) {
  return requireExisting({
    isPrivate,
    isWebPublic,
    sharesHistory: sharesHistory ?? !isPrivate,
  })
}

/** The privacy after a change; parts that are not requested follow from the others. */
export function changedPrivacy(present: ChannelPrivacy, asked: RequestedPrivacy): ChannelPrivacy {
  const isPrivate = asked.isPrivate ?? (asked.isWebPublic ? false : present.isPrivate)
  const isWebPublic = asked.isWebPublic ?? (asked.isPrivate ? false : present.isWebPublic)
  const usual = isPrivate === present.isPrivate ? present.sharesHistory : !isPrivate
  return requireExisting({ isPrivate, isWebPublic, sharesHistory: asked.sharesHistory ?? usual })
}

function requireExisting(privacy: ChannelPrivacy): ChannelPrivacy {
  const isOpen = !privacy.isPrivate
  if ((privacy.isWebPublic && privacy.isPrivate) || (isOpen && !privacy.sharesHistory))
    refuse('BAD_REQUEST', 'Invalid parameters')
  return privacy
}

/** @throws RequestError if the user may not create channels of this privacy */
export function requireMayCreatePrivacy(ctx: Context, by: User, privacy: ChannelPrivacy) {
  const permission = privacy.isPrivate
    ? 'can_create_private_channel_group'
    : privacy.isWebPublic
      ? 'can_create_web_public_channel_group'
      : 'can_create_public_channel_group'
  if (!hasPermission(ctx, by, permission)) refuse(INSUFFICIENT_PERMISSION)
}

/** The privacy in words for people, such as "private, with shared history". */
export const privacyLabel = (privacy: ChannelPrivacy) => {
  if (privacy.isWebPublic) return 'web-public'
  if (!privacy.isPrivate) return 'public'
  return privacy.sharesHistory ? 'private, with shared history' : 'private, with protected history'
}
