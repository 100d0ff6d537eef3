// Sends a message to a topic of a channel.

import { MISSING_TOPIC } from '../../errors/channels.ts'
import { refuse } from '../../errors.ts'
import type { ReceiverFlags } from '../../store/receiver-flags.ts'
import type { Channel } from '../../store/tables/channels.ts'
import type { Topic } from '../../store/tables/conversations.ts'
import type { Rendered } from '../../text/markdown/markdown.ts'
import { hasContentAccess, hasSharedHistory } from '../access/access.ts'
import { BOT_TYPE } from '../access/bot-types.ts'
import { markRecentlyActive, setFirstMessage } from '../channels/channel-activity.ts'
import { FLAG } from '../content/flags.ts'
import { contentFlags, requireMayMention } from '../content/mentions.ts'
import { renderFor } from '../content/rendering.ts'
import { checkTopic, topicKey } from '../content/topics.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { applyActivityPolicy, followForMentioned } from '../topics/automatic-visibility.ts'
import { requireMayCreateTopic, requireTopicAllowed } from '../topics/topic-rules.ts'
import type { User } from '../users/users.ts'
import { fanOut } from './fan-out.ts'
import type { ChannelDestination, MessageDraft, SendResult } from './message-draft.ts'
import { findChannel, requireMayPost } from './recipients.ts'
import { storeMessage } from './store-message.ts'

/** @throws RequestError where the sender may not write there, or not this */
export function sendToChannel(
  tx: Tx,
  sender: User,
  draft: MessageDraft,
  destination: ChannelDestination,
): SendResult {
  const { channel, name, topic } = placeOf(tx, sender, destination)
  const isNew = topic === undefined || topic.last_message_id === null
  if (isNew) requireMayCreateTopic(tx, sender, channel)
  // System messages are exempt from the rule about topics.
  if (sender.system_bot === null) requireTopicAllowed(tx, channel, name)
  const { content } = draft
  const rendered = renderFor(tx, draft.linksFor ?? sender, content, sender)
  requireMayMention(tx, sender, rendered, { channel, conversationId: topic?.id })

  const activity = isNew || !hasReadBefore(tx, sender, channel, topic.id) ? 'started' : 'sent'
  const conversationId = openTopic(tx, channel, name, topic)
  const message = storeMessage(tx, {
    sender,
    draft,
    rendered,
    place: {
      conversation_id: conversationId,
      channel_id: channel.id,
      topic: isNew || topic.topic === name ? null : name,
    },
    seen: { topic: name, member_key: null, channel_name: channel.name },
  })
  const { id } = message
  if (channel.first_message_id === null) setFirstMessage(tx, channel, id)
  if (!channel.is_recently_active) markRecentlyActive(tx, channel)

  const flags = flagsByReceiver(tx, sender, content, rendered, { channel, conversationId })
  fanOut(tx, { message, sender, draft, channel, flags })
  const newVisibility = applyActivityPolicy(tx, sender, channel, name, activity)
  followMentioned(tx, sender, flags, channel, name)
  return { id, newVisibility }
}

/** The channel, and the topic by its name as the sender spells it; undefined if it never had a message. */
function placeOf(ctx: Context, sender: User, { topic, ...named }: ChannelDestination) {
  if (topic === undefined) refuse(MISSING_TOPIC)
  const name = checkTopic(topic)
  const channel = findChannel(ctx, sender, named)
  requireMayPost(ctx, sender, channel)
  return { channel, name, topic: ctx.store.conversations.findTopic(channel.id, topicKey(name)) }
}

/** A topic without messages takes the new spelling. @returns the ID of its conversation */
function openTopic(tx: Tx, channel: Channel, name: string, topic: Topic | undefined): number {
  const { conversations } = tx.store
  if (topic === undefined) return conversations.createTopic(channel.id, name, topicKey(name))
  if (topic.last_message_id === null) conversations.respell(topic.id, name)
  return topic.id
}

/** A newcomer has none of the messages that were sent before: these are not all looked at. */
const MOST_LOOKS = 10_000

/** Whether a topic holds a message that a person may read; if it is not among the newest, false. */
const hasReadBefore = (ctx: Context, user: User, channel: Channel, conversationId: number) =>
  hasSharedHistory(ctx, user, channel) ||
  ctx.store.conversations.newestReceived(user.id, conversationId, MOST_LOOKS) !== undefined

function flagsByReceiver(
  ctx: Context,
  sender: User,
  content: string,
  rendered: Rendered,
  place: { channel: Channel; conversationId: number },
): ReceiverFlags {
  const receivers = ctx.store.subscriptions.receivers(place.channel.id)
  const flags = contentFlags(ctx, sender.id, content, rendered, place, receivers)
  // Bots receive mentions in channels they may read, even without a subscription.
  for (const userId of rendered.mentionedUserIds) {
    if (flags.has(userId)) continue
    const user = ctx.store.users.find(userId)
    if (user?.bot_type !== BOT_TYPE.generic || !user.is_active) continue
    if (hasContentAccess(ctx, user, place.channel)) flags.addReceiver(userId, FLAG.mentioned)
  }
  return flags
}

function followMentioned(
  tx: Tx,
  sender: User,
  flags: ReceiverFlags,
  channel: Channel,
  topic: string,
) {
  const mentioned = flags.receiversWith(FLAG.mentioned).filter((userId) => userId !== sender.id)
  followForMentioned(tx, mentioned, channel, topic)
}
