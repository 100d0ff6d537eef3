// The order of conversations in the sidebar, which the keys for "next" follow as well.

import type { Channel } from '../../model/channels.ts'
import { type ConversationKey, isResolved, topicKey } from '../../model/conversations.ts'
import type { Topic } from '../../model/topics.ts'
import { model } from '../here.ts'

export interface Section {
  key: string
  /** A folder's ID, or one of the sections that are always there. */
  kind: 'pinned' | 'others' | number
  channels: readonly Channel[]
}

/** Channels as the sidebar groups them: pinned ones, folders, the others. */
export function sections(): Section[] {
  const all = [...model.channels.subscribed.value].sort(mutedLast)
  const pinned = all.filter((channel) => channel.pin_to_top)
  const rest = all.filter((channel) => !channel.pin_to_top)
  const folders = model.folders.all().filter((folder) => !folder.is_archived)
  const made: Section[] = [
    { key: 'pinned', kind: 'pinned', channels: pinned },
    ...folders.map(({ id }) => ({
      key: `folder${id}`,
      kind: id,
      channels: rest.filter((channel) => channel.folder_id === id),
    })),
    {
      key: 'others',
      kind: 'others',
      channels: rest.filter(({ folder_id }) => !folders.some(({ id }) => id === folder_id)),
    },
  ]
  return made.filter(({ channels }) => channels.length > 0)
}

const mutedLast = (a: Channel, b: Channel) => Number(a.is_muted ?? 0) - Number(b.is_muted ?? 0)

/** So many topics are shown of a channel: more where more of them have something unread. */
const WITHOUT_UNREADS = 6
const WITH_UNREADS = 10

/**
 * The topics of a channel that the sidebar shows, newest first, and how many more there are.
 * @param shown folded name of the topic that is looked at, which is always among them
 */
export function topicsShown(channelId: number, shown: ConversationKey | undefined) {
  const all = model.topics.of(channelId).filter(({ name }) => {
    const key = topicKey(channelId, name)
    if (key === shown || model.unreads.countIn(key) > 0) return true
    return !isResolved(name) && !model.topics.isMuted(channelId, name, false)
  })
  const isUnread = ({ name }: Topic) =>
    model.unreads.countIn(topicKey(channelId, name)) > 0 && !model.isTopicHidden(channelId, name)
  const chosen = new Set([
    ...all.filter(isUnread).slice(0, WITH_UNREADS),
    ...all.slice(0, WITHOUT_UNREADS),
    ...all.filter(({ name }) => topicKey(channelId, name) === shown),
  ])
  const topics = all.filter((topic) => chosen.has(topic))
  return { topics, more: model.topics.of(channelId).length - topics.length }
}

/** So many direct conversations are shown when none of them has anything unread. */
const DIRECTS = 7

/** The direct conversations that the sidebar shows, newest first. */
export function directsShown(shown: ConversationKey | undefined): ConversationKey[] {
  const all = model.recents.order.value.filter((key) => key.startsWith('d:'))
  const chosen = all.filter(
    (key, i) => i < DIRECTS || key === shown || model.unreads.countIn(key) > 0,
  )
  return shown?.startsWith('d:') && !chosen.includes(shown) ? [shown, ...chosen] : chosen
}

/** Keys of all conversations in the order of the sidebar, those that it hides too. */
export function sidebarOrder(): ConversationKey[] {
  const topics = sections().flatMap(({ channels }) =>
    channels.flatMap(({ stream_id }) =>
      model.topics
        .of(stream_id)
        .filter(({ name }) => !model.isTopicHidden(stream_id, name))
        .map(({ name }) => topicKey(stream_id, name)),
    ),
  )
  return [...model.recents.order.value.filter((key) => key.startsWith('d:')), ...topics]
}
