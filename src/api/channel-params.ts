import * as z from 'zod'
import type { CreationOptions } from '../domain/channel-creation.ts'
import { CHANNEL_PERMISSIONS, type ChannelPermission } from '../domain/channel-permissions.ts'
import { bool, either, groupSetting, int } from './params.ts'

/** Parameters that several endpoints for channels share (organization 1.1, 1.2 and 1.4). */

export const topicsPolicy = either(
  z.enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']),
)

export const retention = either(z.union([int, z.enum(['unlimited', 'realm_default'])]))

/** One parameter of the same type for each permission within a channel. */
export const forEachPermission = <T extends z.ZodType>(schema: T) =>
  Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, schema])) as Record<
    ChannelPermission,
    T
  >

/** The parameters that say how a new channel should be. */
export const creationParams = {
  announce: bool.default(false),
  invite_only: bool.optional(),
  is_web_public: bool.optional(),
  is_default_stream: bool.default(false),
  history_public_to_subscribers: bool.optional(),
  message_retention_days: retention.optional(),
  topics_policy: topicsPolicy.optional(),
  folder_id: int.nullable().optional(),
  ...forEachPermission(groupSetting.optional()),
}

export function creationOptions(
  params: z.output<z.ZodObject<typeof creationParams>>,
): CreationOptions {
  return {
    kind: {
      isPrivate: params.invite_only,
      isWebPublic: params.is_web_public,
      sharesHistory: params.history_public_to_subscribers,
    },
    isDefault: params.is_default_stream,
    retention: params.message_retention_days,
    topicsPolicy: params.topics_policy,
    folderId: params.folder_id,
    permissions: permissionsIn(params),
    announce: params.announce,
  }
}

/** Of all parameters those that set a permission. */
export const permissionsIn = <T>(params: { [K in ChannelPermission]?: T | undefined }) =>
  Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, params[name]])) as {
    [K in ChannelPermission]: T | undefined
  }
