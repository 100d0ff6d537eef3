import { seconds } from '../base/clock.ts'
import { MAX_MESSAGE_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type { Channel } from '../store/channels.ts'
import { type NewMessage, TRAIT } from '../store/messages.ts'
import { normaliseContent } from '../text/content.ts'
import { RENDERER_VERSION, type Rendered } from '../text/markdown.ts'
import { searchText } from '../text/search-text.ts'
import { parseWidget } from '../text/widgets.ts'
import { hasContentAccess, hasSharedHistory } from './access.ts'
import { claimFiles } from './attachments.ts'
import { nonGuests } from './audiences.ts'
import { followForMentioned, raiseForDeed } from './automatic-visibility.ts'
import { BOT_TYPE } from './bot-types.ts'
import { tellFirstMessage, tellRecentlyActive } from './channel-activity.ts'
import type { Context } from './context.ts'
import { FLAG, flagsField } from './flags.ts'
import { strangersTo, watchGuests } from './guest-sight.ts'
import { contentFlags, requireMayMention } from './mentions.ts'
import { messageFacts } from './message-facts.ts'
import { withoutSender } from './message-views.ts'
import { channelNamed, peopleNamed, requireMayPost, requireMayWriteTo } from './recipients.ts'
import { renderFor } from './rendering.ts'
import { requireMayCreateTopic, requireTopicAllowed } from './topic-rules.ts'
import { checkTopic, topicKey } from './topics.ts'
import type { Emit } from './unit-of-work.ts'
import type { VisibilityPolicy } from './user-topics.ts'
import type { User } from './users.ts'

/** Where a message goes, as the sender put it. */
export type Destination =
  | { kind: 'channel'; to: unknown; topic: string | undefined }
  | { kind: 'direct'; to: unknown }

export interface Outgoing {
  destination: Destination
  content: string
  client: string
  readBySender: boolean
  /** Which queue of the sender should recognise the message as its own. */
  echo: { queueId: string; localId: string } | undefined
  /** Who else need not read it, such as whoever caused a notice. */
  readBy?: (userId: number) => boolean
  /** Whose eyes a bot's mentions and links are resolved with, where it is not the bot's. */
  linksFor?: User
}

export interface Sent {
  id: number
  /** What sending made of the sender's own policy for the topic, where that changed. */
  newVisibility: VisibilityPolicy | undefined
}

/** Sends a message, inside a unit of work. */
export function deliver(ctx: Context, emit: Emit, sender: User, outgoing: Outgoing): Sent {
  const { value: content, problem } = normaliseContent(outgoing.content, MAX_MESSAGE_LENGTH)
  if (content === undefined) refuse('BAD_REQUEST', problem)
  return outgoing.destination.kind === 'channel'
    ? deliverToChannel(ctx, emit, sender, content, outgoing, outgoing.destination)
    : deliverDirectly(ctx, emit, sender, content, outgoing, outgoing.destination.to)
}

function deliverToChannel(
  ctx: Context,
  emit: Emit,
  sender: User,
  content: string,
  outgoing: Outgoing,
  destination: { to: unknown; topic: string | undefined },
): Sent {
  const { conversations, subscriptions } = ctx.store
  if (destination.topic === undefined) refuse('BAD_REQUEST', 'Missing topic')
  const name = checkTopic(destination.topic)
  const channel = channelNamed(ctx, destination.to)
  requireMayPost(ctx, sender, channel, destination.to)
  const topic = conversations.findTopic(channel.id, topicKey(name))
  const isNew = topic === undefined || topic.last_message_id === null
  if (isNew) requireMayCreateTopic(ctx, sender, channel)
  // A notice goes where the matter is, whatever the topics are called.
  if (sender.system_bot === null) requireTopicAllowed(ctx, channel, name)
  const rendered = renderFor(ctx, outgoing.linksFor ?? sender, content, sender)
  const place = { channel, conversationId: topic?.id }
  requireMayMention(ctx, sender, rendered, place)

  const hasStarted = isNew || !hasReadBefore(ctx, sender, channel, topic.id)
  const conversationId = topic?.id ?? conversations.createTopic(channel.id, name, topicKey(name))
  if (isNew && topic !== undefined) conversations.respell(conversationId, name)
  const id = save(ctx, emit, sender, content, rendered, outgoing.client, {
    conversation_id: conversationId,
    channel_id: channel.id,
    topic: isNew || topic.topic === name ? null : name,
  })
  if (channel.first_message_id === null) tellFirstMessage(ctx, emit, channel, id)
  if (!channel.is_recently_active) tellRecentlyActive(ctx, emit, channel)

  const receivers = subscriptions.receivers(channel.id)
  const flags = contentFlags(
    ctx,
    sender.id,
    content,
    rendered,
    { channel, conversationId },
    receivers,
  )
  // A bot hears of being mentioned wherever it may read.
  for (const userId of rendered.mentionedUserIds) {
    if (flags.has(userId)) continue
    const user = ctx.store.users.find(userId)
    if (
      user?.bot_type === BOT_TYPE.generic &&
      user.is_active &&
      hasContentAccess(ctx, user, channel)
    )
      flags.set(userId, FLAG.mentioned)
  }
  publish(ctx, emit, sender, id, flags, outgoing, channel)

  const deed = hasStarted ? 'started' : 'sent'
  const newVisibility = raiseForDeed(ctx, emit, sender, channel, name, deed)
  const mentioned = [...flags].filter(
    ([userId, bits]) => bits & FLAG.mentioned && userId !== sender.id,
  )
  followForMentioned(ctx, emit, new Map(mentioned).keys(), channel, name)
  return { id, newVisibility }
}

function deliverDirectly(
  ctx: Context,
  emit: Emit,
  sender: User,
  content: string,
  outgoing: Outgoing,
  to: unknown,
): Sent {
  const { conversations } = ctx.store
  const recipients = peopleNamed(ctx, sender, to)
  const members = [...new Set([sender.id, ...recipients.map((user) => user.id)])].sort(
    (a, b) => a - b,
  )
  const known = conversations.findDirect(members)
  requireMayWriteTo(ctx, sender, recipients, known?.last_message_id != null)
  const rendered = renderFor(ctx, outgoing.linksFor ?? sender, content, sender)
  const place = { channel: undefined, conversationId: known?.id }
  requireMayMention(ctx, sender, rendered, place)

  const conversation_id = known?.id ?? openConversation(ctx, emit, members)
  const id = save(ctx, emit, sender, content, rendered, outgoing.client, {
    conversation_id,
    channel_id: null,
    topic: null,
  })
  // Bots that are called with each message for them keep none.
  const keepers = members.filter((userId) => !isServiceBot(ctx.store.users.find(userId)!))
  const flags = contentFlags(ctx, sender.id, content, rendered, place, keepers)
  for (const [userId, bits] of flags) flags.set(userId, bits | FLAG.direct)
  publish(ctx, emit, sender, id, flags, outgoing, undefined)
  return { id, newVisibility: undefined }
}

/** Who writes to each other for the first time may come into each other's sight by it. */
function openConversation(ctx: Context, emit: Emit, members: readonly number[]): number {
  const tellGuests = watchGuests(ctx, [], members)
  const id = ctx.store.conversations.createDirect(members)
  tellGuests(emit)
  return id
}

const isServiceBot = ({ bot_type }: User) => bot_type === BOT_TYPE.outgoingWebhook

/** Whether a topic holds a message that a person may read. */
const hasReadBefore = (ctx: Context, user: User, channel: Channel, conversationId: number) =>
  hasSharedHistory(ctx, user, channel) ||
  ctx.store.conversations.hasReceived(user.id, conversationId)

export const contentTraits = (rendered: Rendered) =>
  (rendered.hasLink ? TRAIT.link : 0) |
  (rendered.hasImage ? TRAIT.image : 0) |
  (rendered.hasAttachment ? TRAIT.attachment : 0)

function save(
  ctx: Context,
  emit: Emit,
  sender: User,
  content: string,
  rendered: Rendered,
  client: string,
  place: Pick<NewMessage, 'conversation_id' | 'channel_id' | 'topic'>,
): number {
  const { messages, conversations, submessages } = ctx.store
  const widget = parseWidget(content)
  const id = messages.create(
    {
      ...place,
      sender_id: sender.id,
      sent_at: seconds(ctx.clock),
      client,
      content,
      rendered: rendered.html,
      renderer_version: RENDERER_VERSION,
      traits: contentTraits(rendered) | (widget ? TRAIT.submessages : 0),
    },
    searchText(rendered.html),
    rendered.mentionedUserIds,
  )
  conversations.setLastMessage(place.conversation_id, id)
  if (widget) {
    submessages.add({
      message_id: id,
      sender_id: sender.id,
      msg_type: 'widget',
      content: JSON.stringify(widget),
    })
  }
  if (rendered.attachments.length > 0) claimFiles(ctx, emit, id, rendered.attachments)
  return id
}

function publish(
  ctx: Context,
  emit: Emit,
  sender: User,
  id: number,
  flags: Map<number, number>,
  outgoing: Outgoing,
  channel: Channel | undefined,
) {
  const { store } = ctx
  const read = (userId: number) => {
    const bits = flags.get(userId)
    if (bits !== undefined) flags.set(userId, bits | FLAG.read)
  }
  if (outgoing.readBySender) read(sender.id)
  for (const userId of store.mutedUsers.mutersOf(sender.id)) read(userId)
  if (outgoing.readBy) [...flags.keys()].filter(outgoing.readBy).forEach(read)
  for (const [userId, bits] of flags) store.userMessages.create(userId, id, bits)

  const isPublic = channel !== undefined && !channel.invite_only
  // The sender's own clients show the message first.
  const receivers = flags.has(sender.id)
    ? new Set([sender.id, ...flags.keys()])
    : new Set(flags.keys())
  const message = messageFacts(ctx, store.messages.find(id)!)
  const personal = (userId: number) => flagsField(flags.get(userId)!)
  const strangers = strangersTo(ctx, sender).filter((userId) => receivers.delete(userId))
  if (strangers.length > 0)
    emit({ type: 'message', message: withoutSender(ctx, message) }, strangers, { personal })
  emit({ type: 'message', message }, receivers, {
    personal,
    echo: outgoing.echo,
    ...(isPublic && { public: nonGuests(ctx) }),
  })
}

/** Programs people write in, whose own messages need no unread mark (messages 1.4). */
const READING_CLIENTS = new Set([
  'website',
  'ios',
  'android',
  'snipe',
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
])

export function readsWhatItSends(client: string): boolean {
  const name = client.toLowerCase()
  return READING_CLIENTS.has(name) || name.includes('desktop app')
}
