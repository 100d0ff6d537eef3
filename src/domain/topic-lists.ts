import { shownTopic } from '../events/message-shape.ts'
import { hasSharedHistory, readableChannel } from './access.ts'
import type { Context } from './context.ts'
import { admitSpectator } from './spectators.ts'
import type { Viewer } from './users.ts'

/**
 * GET /users/me/{stream_id}/topics: newest first. Where history is not shared, a topic is known by
 * the messages one received.
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
