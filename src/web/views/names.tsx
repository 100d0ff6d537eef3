// What people, channels and conversations are called, the same everywhere.

import type { Channel } from '../model/channels.ts'
import { plainText } from '../model/content.ts'
import type { ConversationKey } from '../model/conversations.ts'
import { conversationOf, isResolved } from '../model/conversations.ts'
import { listed } from '../text/i18n/index.ts'
import { Icon } from '../ui/icon.tsx'
import { model } from './here.ts'
import { viewsText as t } from './text.ts'

/** The name of a topic; topics without a name have one for everybody. */
export const topicName = (topic: string): string =>
  topic || (model.organization.get('empty_topic_display_name') ?? '')

/** Without the mark of being resolved, which is shown as a sign of its own. */
export const bareTopicName = (topic: string): string =>
  topicName(isResolved(topic) ? topic.replace(/^[✔ ]+/u, '') : topic)

/** The people of a direct conversation: "Ana, Ben". */
export function peopleNames(userIds: readonly number[]): string {
  const own = model.users.ownId.value
  if (userIds.length === 1 && userIds[0] === own) return t.notesToSelf
  return userIds.length > 3
    ? `${userIds.map((id) => model.users.name(id)).join(', ')}`
    : listed(userIds.map((id) => model.users.name(id)))
}

/** "#design > composer", or the people's names. */
export function conversationName(key: ConversationKey): string {
  const where = conversationOf(key)
  if (where.kind === 'direct') return peopleNames(where.userIds)
  const topic = model.topics.spelling(where.channelId, where.topic)
  return `#${model.channels.name(where.channelId)} > ${topicName(topic)}`
}

/** What a channel is about, on one line without Markdown. */
export const aboutChannel = (channel: Channel | undefined): string =>
  plainText(channel?.rendered_description ?? '') || (channel?.description ?? '')

/** The sign of a channel in the channel's colour: a hash, a lock, a globe. */
export function ChannelSign({ id }: { id: number }) {
  const channel = model.channels.get(id)
  const name = channel?.invite_only ? 'lock' : channel?.is_web_public ? 'globe' : 'hash'
  return (
    <span class="tint" style={{ '--c': channel?.color ?? 'gray', display: 'contents' }}>
      <Icon name={name} />
    </span>
  )
}
