import { refuse } from '../errors.ts'
import type { Channel } from '../store/channels.ts'
import type { Context } from './context.ts'
import { holds } from './groups.ts'
import type { User } from './users.ts'

/** Whether a channel is web-public, public, or private with shared or protected history (organization 1.1). */
export interface ChannelKind {
  isPrivate: boolean
  isWebPublic: boolean
  sharesHistory: boolean
}

export type AskedKind = { [K in keyof ChannelKind]: boolean | undefined }

export const kindOf = (channel: Channel): ChannelKind => ({
  isPrivate: channel.invite_only === 1,
  isWebPublic: channel.is_web_public === 1,
  sharesHistory: channel.history_public_to_subscribers === 1,
})

/** The kind of a new channel. @throws RequestError for a combination there is not */
export function newKind({ isPrivate = false, isWebPublic = false, sharesHistory }: AskedKind) {
  return requireExisting({
    isPrivate,
    isWebPublic,
    sharesHistory: sharesHistory ?? !isPrivate,
  })
}

/** What a channel becomes; what is not asked for follows from the rest. */
export function changedKind(present: ChannelKind, asked: AskedKind): ChannelKind {
  const isPrivate = asked.isPrivate ?? (asked.isWebPublic ? false : present.isPrivate)
  const isWebPublic = asked.isWebPublic ?? (asked.isPrivate ? false : present.isWebPublic)
  const usual = isPrivate === present.isPrivate ? present.sharesHistory : !isPrivate
  return requireExisting({ isPrivate, isWebPublic, sharesHistory: asked.sharesHistory ?? usual })
}

function requireExisting(kind: ChannelKind): ChannelKind {
  const isOpen = !kind.isPrivate
  if ((kind.isWebPublic && kind.isPrivate) || (isOpen && !kind.sharesHistory))
    refuse('BAD_REQUEST', 'Invalid parameters')
  return kind
}

/** @throws RequestError for who may not have channels of this kind (organization 6.1) */
export function requireMayCreateKind(ctx: Context, by: User, kind: ChannelKind) {
  const permission = kind.isPrivate
    ? 'can_create_private_channel_group'
    : kind.isWebPublic
      ? 'can_create_web_public_channel_group'
      : 'can_create_public_channel_group'
  if (!holds(ctx, by, permission)) refuse('BAD_REQUEST', 'Insufficient permission')
}

export const nameOfKind = (kind: ChannelKind) => {
  if (kind.isWebPublic) return 'web-public'
  if (!kind.isPrivate) return 'public'
  return kind.sharesHistory ? 'private, with shared history' : 'private, with protected history'
}
