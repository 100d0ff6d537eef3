import { refuse } from '../errors.ts'
import { requireOpenFolder } from './channel-folders.ts'
import { type AskedKind, newKind, requireMayCreateKind } from './channel-kinds.ts'
import { announceChannels } from './channel-notices.ts'
import type { AskedPermissions } from './channel-permissions.ts'
import { checkRetention, type Retention, requireMaySetTopicsPolicy } from './channel-settings.ts'
import {
  type Channel,
  checkChannelName,
  createChannel,
  requireNameFree,
  type TopicsPolicy,
} from './channels.ts'
import type { Context } from './context.ts'
import { refuseMixture } from './default-channels.ts'
import { ROLE } from './roles.ts'
import { subscribe } from './subscriptions.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** How new channels should be (organization 1.4). */
export interface CreationOptions {
  kind: AskedKind
  isDefault: boolean
  retention: Retention | undefined
  topicsPolicy: TopicsPolicy | undefined
  folderId: number | null | undefined
  permissions: AskedPermissions
  announce: boolean
}

export interface WantedChannel {
  name: string
  description?: string | undefined
}

/** Creates channels that do not exist yet; nobody is subscribed. */
export function createChannels(
  ctx: Context,
  emit: Emit,
  by: User,
  wanted: readonly WantedChannel[],
  options: CreationOptions,
): Channel[] {
  if (wanted.length === 0) return []
  const kind = newKind(options.kind)
  requireMayCreateKind(ctx, by, kind)
  if (options.isDefault && by.role > ROLE.administrator) {
    refuse('BAD_REQUEST', 'Insufficient permission')
  }
  if (options.isDefault && kind.isPrivate) refuseMixture()
  if (options.topicsPolicy) requireMaySetTopicsPolicy(ctx, by, options.topicsPolicy)
  if (options.folderId != null) requireOpenFolder(ctx, options.folderId)
  const messageRetentionDays =
    options.retention === undefined ? null : checkRetention(by, options.retention)
  const { isDefault, topicsPolicy, folderId, permissions } = options
  const common = { ...kind, isDefault, topicsPolicy, folderId, permissions, messageRetentionDays }
  return wanted.map(({ name, description }) =>
    createChannel(ctx, emit, by, { ...common, name, description }),
  )
}

/** POST /channels/create. @returns the channel's ID */
export const createOneChannel = (
  ctx: Context,
  by: User,
  wanted: WantedChannel,
  subscriberIds: readonly number[],
  options: CreationOptions,
): Promise<number> =>
  ctx.commit((emit) => {
    const name = checkChannelName(wanted.name)
    requireNameFree(ctx, name)
    for (const id of subscriberIds) {
      const user = ctx.store.users.find(id)
      if (!user?.is_active || user.system_bot !== null) refuse('BAD_REQUEST', 'No such user')
    }
    const created = createChannels(ctx, emit, by, [wanted], options)
    subscribe(ctx, emit, created, subscriberIds)
    if (options.announce) announceChannels(ctx, emit, by, created)
    return created[0]!.id
  })
