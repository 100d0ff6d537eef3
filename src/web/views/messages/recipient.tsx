// The bar above messages of several conversations: which one they are of.

import { type ConversationKey, conversationOf, isResolved } from '../../model/conversations.ts'
import { Icon } from '../../ui/icon.tsx'
import { hashOfChannel, hashOfDirect, hashOfTopic } from '../addresses.ts'
import { model } from '../here.ts'
import { bareTopicName, ChannelSign, peopleNames } from '../names.tsx'
import { viewsText } from '../text.ts'

interface Props {
  conversation: ConversationKey
  /** In the view of a channel, its name goes without saying. */
  topicAlone: boolean
  /** Of the copy that stays in view: the day of the messages below it. Keys go past its links. */
  copyOf?: string | undefined
}

export function Recipient({ conversation, topicAlone, copyOf }: Props) {
  const where = conversationOf(conversation)
  const link = { class: 'cut', tabIndex: copyOf === undefined ? undefined : -1 }
  const day = copyOf !== undefined && <span class="when">{copyOf}</span>
  if (where.kind === 'direct') {
    const names = peopleNames(where.userIds)
    return (
      <div class="recipient">
        <Icon name="message-circle" />
        <a
          {...link}
          href={hashOfDirect(where.userIds)}
          aria-label={`${viewsText.directMessages}: ${names}`}
        >
          {names}
        </a>
        {day}
      </div>
    )
  }
  const topic = model.topics.spelling(where.channelId, where.topic)
  return (
    <div class="recipient">
      <ChannelSign id={where.channelId} />
      {!topicAlone && (
        <a {...link} href={hashOfChannel(where.channelId)}>
          {model.channels.name(where.channelId)}
        </a>
      )}
      <a {...link} href={hashOfTopic(where.channelId, topic)}>
        {bareTopicName(topic)}
        {isResolved(topic) && <span class="done"> ✓</span>}
      </a>
      {day}
    </div>
  )
}
