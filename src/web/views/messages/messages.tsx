// A view of messages: its header, the list, and what is said where there are none.

import { useEffect, useMemo } from 'preact/hooks'
import { keyOf, type Place } from '../../model/narrow.ts'
import { hashOfNarrow } from '../addresses.ts'
import { session } from '../here.ts'
import { replaceAddress } from '../router.ts'
import { Feed } from './feed.tsx'
import { makeFeedState } from './feed-state.ts'
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
  return (
    <>
      <MessagesHeader narrow={place.narrow} />
      <Feed feed={feed} />
    </>
  )
}

/** A link to a conversation that was renamed or moved leads to where it is now. */
async function followMoves(place: Place, key: string) {
  if (place.with === undefined) return
  const found = await session.views.resolve(place)
  if (keyOf(found.narrow) !== key) replaceAddress(hashOfNarrow(found.narrow, found.near))
}
