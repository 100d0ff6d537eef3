// A view of messages: its header, the list, and the words for a list without messages.

import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { topicKey } from '../../model/conversations.ts'
import type { ClientEvent } from '../../model/events.ts'
import { conversationIn, keyOf, type Place, topicNarrow } from '../../model/narrow.ts'
import { hashOfNarrow } from '../addresses.ts'
import { model, session } from '../here.ts'
import { replaceAddress } from '../router.ts'
import { Feed } from './feed.tsx'
import { type FeedState, makeFeedState } from './feed-state.ts'
import { MessagesHeader } from './header.tsx'

export function Messages({ place }: { place: Place }) {
  const key = keyOf(place.narrow)
  // Opened before the first drawing, so that what is known is in it.
  const feed = useMemo(() => {
    const view = session.views.of(place.narrow)
    void view.open(place.near)
    return makeFeedState(view, place.narrow, place.near)
  }, [key])
  useEffect(() => () => feed.view.close(), [feed])
  // Another message of the same conversation was asked for.
  useEffect(() => {
    if (place.near !== undefined && place.near !== feed.near) void feed.view.jumpTo(place.near)
    feed.near = place.near
  }, [place.near])
  useEffect(() => void followMoves(place, key), [place])
  useLayoutEffect(() => model.onEvent((event) => followTopic(feed, event)), [feed])
  return (
    <>
      <MessagesHeader narrow={place.narrow} />
      <Feed feed={feed} />
    </>
  )
}

/** The topic that is shown was renamed, resolved or moved as a whole: the view goes along. */
function followTopic({ narrow, view }: FeedState, event: ClientEvent) {
  if (event.type !== 'update_message' || event.orig_subject === undefined) return
  const from = topicKey(event.stream_id!, event.orig_subject)
  const isLeft = view.rows.peek().some(({ kind }) => kind === 'message')
  if (conversationIn(narrow) !== from || isLeft) return
  const moved = event.message_ids.map((id) => model.messages.peek(id)).find(Boolean)
  if (moved?.stream_id === undefined || moved.conversation === from) return
  const to = topicNarrow(moved.stream_id, moved.topic)
  session.views.of(to).place = view.place
  session.drafts.move(from, moved.conversation, { channelId: moved.stream_id, topic: moved.topic })
  replaceAddress(hashOfNarrow(to))
}

/** A link to a conversation that was renamed or moved leads to where it is now. */
async function followMoves(place: Place, key: string) {
  if (place.with === undefined) return
  const found = await session.views.resolve(place)
  if (keyOf(found.narrow) !== key) replaceAddress(hashOfNarrow(found.narrow, found.near))
}
