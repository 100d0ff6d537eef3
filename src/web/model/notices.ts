// Which messages one is alerted to on this device, and how: by the same rules as the server's pushes.

import type { MessageEvent } from './events.ts'
import type { State } from './state.ts'
import type { WireSubscription } from './wire.ts'

/** How one is alerted to a message. */
export interface Notice {
  isShown: boolean
  isHeard: boolean
}

const NO_NOTICE: Notice = { isShown: false, isHeard: false }

const WILDCARDS = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned']

/** How one is alerted to a message that just came. */
export function noticeOf(model: State, { message, flags }: MessageEvent): Notice {
  if (flags.includes('read') || message.sender_id === model.users.ownId.peek()) return NO_NOTICE
  const setting = model.settings
  const toMe: Notice = {
    isShown: setting.peek('enable_desktop_notifications'),
    isHeard: setting.peek('enable_sounds'),
  }
  if (message.type === 'private' || flags.includes('mentioned')) return toMe
  const place = placeOf(model, message.stream_id!, message.subject)
  if (WILDCARDS.some((flag) => flags.includes(flag)) && wildcardsNotify(model, place)) return toMe
  return {
    isShown: inChannel(model, place, 'desktop'),
    isHeard: inChannel(model, place, 'audible'),
  }
}

interface Place {
  row: Partial<WireSubscription> | undefined
  isMuted: boolean
  isFollowed: boolean
}

function placeOf(model: State, channelId: number, topic: string): Place {
  return {
    row: model.channels.get(channelId),
    isMuted: model.topics.isMuted(channelId, topic, model.channels.isMuted(channelId)),
    isFollowed: model.topics.isFollowed(channelId, topic),
  }
}

function wildcardsNotify({ settings }: State, { row, isMuted, isFollowed }: Place): boolean {
  if (isFollowed && settings.peek('enable_followed_topic_wildcard_mentions_notify')) return true
  return !isMuted && (row?.wildcard_mentions_notify ?? settings.peek('wildcard_mentions_notify'))
}

function inChannel({ settings }: State, place: Place, way: 'desktop' | 'audible'): boolean {
  const { row, isMuted, isFollowed } = place
  if (isFollowed && settings.peek(`enable_followed_topic_${way}_notifications`)) return true
  const chosen =
    row?.[`${way}_notifications`] ?? settings.peek(`enable_stream_${way}_notifications`)
  return chosen && !isMuted
}
