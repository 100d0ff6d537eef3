// The list of topics of a channel.

import { shownTopic } from '../../events/types/message-format.ts'
import { hasSharedHistory, readableChannel } from '../access/access.ts'
import { admitSpectator } from '../access/spectators.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'

/**
 * GET /users/me/{stream_id}/topics: newest first. With protected history, only topics of messages
 * that the user received.
 */
export function listTopics(
  ctx: Context,
  viewer: Viewer,
  channelId: number,
  showsEmptyName: boolean,
) {
  admitSpectator(ctx, viewer)
  const channel = readableChannel(ctx, viewer, channelId)
  const { topics } = ctx.store
  const listed =
    viewer === undefined || hasSharedHistory(ctx, viewer, channel)
      ? topics.ofChannel(channelId)
      : topics.received(viewer.id, channelId)
  return listed.map(({ name, max_id }) => ({ name: shownTopic(name, showsEmptyName), max_id }))
}
