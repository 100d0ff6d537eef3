// Creates channels as people ask for them.

import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { NO_SUCH_USER } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import { requireMayCreateMore } from '../access/creation-limits.ts'
import { ROLE } from '../access/roles.ts'
import { requireOpenFolder } from '../channels/channel-folders.ts'
import type { RequestedPermissions } from '../channels/channel-permissions.ts'
import {
  newPrivacy,
  type RequestedPrivacy,
  requireMayCreatePrivacy,
} from '../channels/channel-privacy.ts'
import {
  checkRetention,
  type Retention,
  requireMaySetTopicsPolicy,
} from '../channels/channel-settings.ts'
import {
  addChannels,
  type Channel,
  checkChannelName,
  checkDescription,
  requireNameFree,
  type TopicsPolicy,
} from '../channels/channels.ts'
import { refuseMixture } from '../channels/default-channels.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { commitPortion } from '../kernel/portions.ts'
import { subscribe } from '../subscriptions/subscriptions.ts'
import type { User } from '../users/users.ts'
import { postNewChannels } from './channel-system-messages.ts'

/** How new channels should be. */
export interface CreationOptions {
  privacy: RequestedPrivacy
  isDefault: boolean
  retention: Retention | undefined
  topicsPolicy: TopicsPolicy | undefined
  folderId: number | null | undefined
  permissions: RequestedPermissions
  announce: boolean
}

export interface NewChannelRequest {
  name: string
  description?: string | undefined
}

/** Creates channels that do not exist yet; nobody is subscribed. */
export function createChannels(
  tx: Tx,
  by: User,
  wanted: readonly NewChannelRequest[],
  options: CreationOptions,
): Channel[] {
  if (wanted.length === 0) return []
  const common = checkCreation(tx, by, wanted, options)
  return addChannels(
    tx,
    by,
    wanted.map(({ name, description }) => ({ ...common, name, description })),
  )
}

/**
 * @throws RequestError if not all of these channels can be created; only their permissions, which are the same
 * for all, are checked when they are
 */
export function checkCreation(
  ctx: Context,
  by: User,
  wanted: readonly NewChannelRequest[],
  options: CreationOptions,
) {
  const privacy = newPrivacy(options.privacy)
  requireMayCreatePrivacy(ctx, by, privacy)
  requireMayCreateMore(ctx, by, 'channels', wanted.length)
  if (options.isDefault && by.role > ROLE.administrator) {
    refuse(INSUFFICIENT_PERMISSION)
  }
  if (options.isDefault && privacy.isPrivate) refuseMixture()
  if (options.topicsPolicy) requireMaySetTopicsPolicy(ctx, by, options.topicsPolicy)
  if (options.folderId != null) requireOpenFolder(ctx, options.folderId)
  const messageRetentionDays =
    options.retention === undefined ? null : checkRetention(by, options.retention)
  for (const { description = '' } of wanted) checkDescription(description)
  const { isDefault, topicsPolicy, folderId, permissions } = options
  return { ...privacy, isDefault, topicsPolicy, folderId, permissions, messageRetentionDays }
}

/** People who are subscribed in one transaction, so that others wait for milliseconds only. */
const SUBSCRIBED_AT_ONCE = 250

/** POST /channels/create. @returns the channel's ID */
export async function createOneChannel(
  ctx: App,
  by: User,
  wanted: NewChannelRequest,
  subscriberIds: readonly number[],
  options: CreationOptions,
): Promise<number> {
  const channel = await ctx.commit((tx) => {
    const name = checkChannelName(wanted.name)
    requireNameFree(tx, name)
    for (const id of subscriberIds) {
      const user = tx.store.users.find(id)
      if (!user?.is_active || user.system_bot !== null) refuse(NO_SUCH_USER)
    }
    const created = createChannels(tx, by, [wanted], options)
    subscribe(tx, created, subscriberIds.slice(0, SUBSCRIBED_AT_ONCE))
    postNewChannels(tx, by, created, options.announce)
    return created[0]!
  })
  for (let at = SUBSCRIBED_AT_ONCE; at < subscriberIds.length; at += SUBSCRIBED_AT_ONCE) {
    const portion = subscriberIds.slice(at, at + SUBSCRIBED_AT_ONCE)
    await commitPortion(ctx, (tx) => {
      const present = tx.store.channels.find(channel.id)!
      const isActive = (id: number) => Boolean(tx.store.users.find(id)?.is_active)
      if (!present.is_archived) subscribe(tx, [present], portion.filter(isActive))
    })
  }
  return channel.id
}
