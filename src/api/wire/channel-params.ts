// Parameters that several endpoints for channels share.

import * as z from 'zod'
import type { CreationOptions } from '../../domain/channel-management/channel-creation.ts'
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermission,
} from '../../domain/channels/channel-permissions.ts'
import { bool, either, groupSetting, int } from '../core/params.ts'
import { CHANNEL_PERMISSION_TEXTS } from './setting-texts.ts'

export const topicsPolicy = either(
  z.enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']),
).describe('Whether the channel takes messages with and without a topic.')

export const retention = either(z.union([int, z.enum(['unlimited', 'realm_default'])])).describe(
  'Days until messages are deleted, "unlimited", or "realm_default"; for owners.',
)

export const folderId = int.nullable().describe('The folder of the channel; null for none.')

/** One parameter of the same type for each permission within a channel. */
export const forEachPermission = <T extends z.ZodType>(schema: T) =>
  Object.fromEntries(
    CHANNEL_PERMISSIONS.map((name) => [name, schema.describe(CHANNEL_PERMISSION_TEXTS[name])]),
  ) as Record<ChannelPermission, T>

/** The parameters that say how a new channel should be. */
export const creationParams = {
  announce: bool
    .default(false)
    .describe('Whether a notice in the announcement channel names the new channel.'),
  invite_only: bool.optional().describe('Whether new channels are private.'),
  is_web_public: bool
    .optional()
    .describe('Whether people without an account may read new channels.'),
  is_default_stream: bool
    .default(false)
    .describe('Whether new accounts are subscribed to new channels; for administrators.'),
  history_public_to_subscribers: bool
    .optional()
    .describe('Whether subscribers read what was written before they came.'),
  message_retention_days: retention.optional(),
  topics_policy: topicsPolicy.optional(),
  folder_id: folderId.optional(),
  ...forEachPermission(groupSetting.optional()),
}

/**
 * The options for new channels from the parameters of a request; undefined parts take their
 * defaults.
 */
export function creationOptions(
  params: z.output<z.ZodObject<typeof creationParams>>,
): CreationOptions {
  return {
    privacy: {
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

/** The parameters that set a permission. */
export const permissionsIn = <T>(params: { [K in ChannelPermission]?: T | undefined }) =>
  Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, params[name]])) as {
    [K in ChannelPermission]: T | undefined
  }
