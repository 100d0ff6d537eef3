// The order of channels in the sidebar, and the next conversation with something unread in it.

import { byName, type Channel } from './channels.ts'
import { topicKey } from './conversations.ts'
import type { State } from './state.ts'
import type { Topic } from './topics.ts'
import type { ChannelFolder } from './wire.ts'

/** A part of the sidebar, in order: pinned channels, each folder, and all others. */
export interface Section {
  kind: 'pinned' | 'folder' | 'others'
  folder?: ChannelFolder
  /** Those that are not muted first, by name. */
  channels: Channel[]
}

/** The sections that hold channels. Subscribes to channels and folders. */
export function sectionsOf(model: State): Section[] {
  const channels = [...model.channels.subscribed.value].sort(
    (a, b) => Number(a.is_muted ?? false) - Number(b.is_muted ?? false) || byName(a, b),
  )
  const withFolders = model.settings.get('web_left_sidebar_show_channel_folders')
  const folders = withFolders ? model.folders.all().filter((folder) => !folder.is_archived) : []
  const known = new Set(folders.map(({ id }) => id))
  const rest = channels.filter((channel) => !channel.pin_to_top)
  const sections: Section[] = [
    { kind: 'pinned', channels: channels.filter((channel) => channel.pin_to_top) },
    ...folders.map(
      (folder): Section => ({
        kind: 'folder',
        folder,
        channels: rest.filter((channel) => channel.folder_id === folder.id),
      }),
    ),
    { kind: 'others', channels: rest.filter(({ folder_id }) => !known.has(folder_id ?? 0)) },
  ]
  return sections.filter((section) => section.channels.length > 0)
}

/** Topics that are shown below a channel: some with something unread, or the newest. */
export function shownTopics(model: State, channelId: number, most = { unread: 10, other: 6 }) {
  const visible = model.topics
    .of(channelId)
    .filter(({ name }) => !model.topics.isMuted(channelId, name, false))
  const unread = visible.filter(({ name }) => isUnread(model, channelId, name))
  const shown = new Set<Topic>([...visible.slice(0, most.other), ...unread.slice(0, most.unread)])
  return visible.filter((topic) => shown.has(topic))
}

/** Which conversations one goes through. */
export type Going = 'topics' | 'followed' | 'directs' | 'all'

/**
 * The next conversation with something unread that muting does not hide, in the order of the
 * sidebar, direct ones first; undefined if only the present one has any.
 * @param present the conversation one is in
 * @param step 1 forwards, -1 backwards; both go round
 */
export function nextUnread(
  model: State,
  present: string | undefined,
  going: Going = 'all',
  step: 1 | -1 = 1,
): string | undefined {
  const all = [
    ...(going === 'all' || going === 'directs' ? directs(model) : []),
    ...(going === 'directs' ? [] : topics(model, going === 'followed')),
  ]
  const ordered = step === 1 ? all : all.toReversed()
  const at = present === undefined ? -1 : ordered.indexOf(present)
  const round = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))]
  return round.find((key) => key !== present && model.unreads.countIn(key) > 0)
}

/** Direct conversations, the newest first. */
const directs = (model: State) => model.recents.order.value.filter((key) => key.startsWith('d:'))

function topics(model: State, followedOnly: boolean): string[] {
  const channels = sectionsOf(model).flatMap((section) => section.channels)
  return channels.flatMap(({ stream_id, is_muted = false }) =>
    model.topics
      .of(stream_id)
      .filter(({ name }) =>
        followedOnly
          ? model.topics.isFollowed(stream_id, name)
          : !model.topics.isMuted(stream_id, name, is_muted),
      )
      .map(({ name }) => topicKey(stream_id, name)),
  )
}

const isUnread = (model: State, channelId: number, topic: string) =>
  model.unreads.countIn(topicKey(channelId, topic)) > 0

/** One conversation in the inbox, with what is unread in it. */
export interface InboxRow {
  conversation: string
  unread: number
  mentionsMe: boolean
}

/** The inbox: direct conversations, the newest first, then channels in the sidebar's order. */
export function inboxOf(model: State): {
  directs: InboxRow[]
  channels: { channel: Channel; rows: InboxRow[] }[]
} {
  const row = (conversation: string): InboxRow => ({
    conversation,
    unread: model.unreads.countIn(conversation),
    mentionsMe: model.unreads.mentionsIn(conversation),
  })
  const unreadRows = (keys: readonly string[]) => keys.map(row).filter(({ unread }) => unread > 0)
  const channels = sectionsOf(model)
    .flatMap((section) => section.channels)
    .map((channel) => ({
      channel,
      rows: unreadRows(
        model.topics
          .of(channel.stream_id)
          .filter(({ name }) => !model.isTopicHidden(channel.stream_id, name))
          .map(({ name }) => topicKey(channel.stream_id, name)),
      ),
    }))
  return {
    directs: unreadRows(directs(model)),
    channels: channels.filter(({ rows }) => rows.length > 0),
  }
}
