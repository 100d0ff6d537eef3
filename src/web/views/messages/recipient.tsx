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
}

export function Recipient({ conversation, topicAlone }: Props) {
  const where = conversationOf(conversation)
  if (where.kind === 'direct') {
    return (
      <div class="recipient">
        <Icon name="message-circle" />
        <a
          class="cut"
          href={hashOfDirect(where.userIds)}
          aria-label={`${viewsText.directMessages}: ${peopleNames(where.userIds)}`}
        >
          {peopleNames(where.userIds)}
        </a>
      </div>
    )
  }
  const topic = model.topics.spelling(where.channelId, where.topic)
  return (
    <div class="recipient">
      <ChannelSign id={where.channelId} />
      {!topicAlone && (
        <>
          <a class="cut" href={hashOfChannel(where.channelId)}>
            {model.channels.name(where.channelId)}
          </a>
          <span class="step">›</span>
        </>
      )}
      <a class="cut" href={hashOfTopic(where.channelId, topic)}>
        {bareTopicName(topic)}
        {isResolved(topic) && <span class="done"> ✓</span>}
      </a>
    </div>
  )
}
