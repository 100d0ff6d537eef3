// The list of topics of a channel.

import { makePause } from '../../base/jobs.ts'
import { listInSlices } from '../../base/list-text.ts'
import { shownTopic } from '../../events/types/message-format.ts'
import type { ListedTopic } from '../../store/tables/topics.ts'
import { hasSharedHistory, readableChannel } from '../access/access.ts'
import { admitSpectator } from '../access/spectators.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'

/**
 * GET /users/me/{stream_id}/topics: newest first. With protected history, only topics of messages
 * that the user received.
 */
export async function listTopics(
  ctx: Context,
  viewer: Viewer,
  channelId: number,
  showsEmptyName: boolean,
) {
  admitSpectator(ctx, viewer)
  const channel = readableChannel(ctx, viewer, channelId)
  const { topics } = ctx.store
  const isShared = viewer === undefined || hasSharedHistory(ctx, viewer, channel)
  const listed = await readTopics(ctx, (below) => {
    const page = { channel: channelId, below, limit: READ_AT_ONCE }
    return isShared ? topics.ofChannel(page) : topics.received(viewer.id, page)
  })
  return listInSlices(listed, ({ name, max_id }) => ({
    name: shownTopic(name, showsEmptyName),
    max_id,
  }))
}

/** Topics that are read between two looks at the clock. */
const READ_AT_ONCE = 500

/** A topic that the reader has messages of. */
type ReceivedTopic = ListedTopic & { max_id: number }

/**
 * Others have their turn between the pages of a long list. A topic that gets a message meanwhile comes to
 * the front of what is read already, so that is looked at again.
 */
async function readTopics(
  ctx: Context,
  read: (below: number) => ListedTopic[],
): Promise<ReceivedTopic[]> {
  const found = new Map<number, ListedTopic>()
  const pause = makePause()
  let known = 0
  for (let isChanged = true; isChanged; ) {
    const newest = ctx.store.messages.newestId()
    let below = newest + 1
    while (below > known + 1) {
      const page = read(below).filter(({ last_message_id }) => last_message_id > known)
      for (const topic of page) found.set(topic.id, topic)
      below = page.length < READ_AT_ONCE ? 0 : page.at(-1)!.last_message_id
      if (below > 0) await pause()
    }
    known = newest
    isChanged = ctx.store.messages.newestId() > newest
  }
  return [...found.values()].filter(isReceived).sort((a, b) => b.max_id - a.max_id)
}

const isReceived = (topic: ListedTopic): topic is ReceivedTopic => topic.max_id !== null
