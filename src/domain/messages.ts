import { seconds } from '../base/clock.ts'
import { EMPTY_TOPIC_NAME, MAX_MESSAGE_LENGTH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type { Channel } from '../store/channels.ts'
import { type NewMessage, TRAIT } from '../store/messages.ts'
import { normaliseContent } from '../text/content.ts'
import { RENDERER_VERSION, type Rendered } from '../text/markdown.ts'

import { hasContentAccess } from './access.ts'
import type { Context } from './context.ts'
import { FLAG, flagsField } from './flags.ts'
import { isInGroup } from './groups.ts'
import { messageFacts } from './message-facts.ts'
import { theOrganization } from './organization.ts'
import { channelNamed, peopleNamed, requireMayPost, requireMayWriteTo } from './recipients.ts'
import { renderFor } from './rendering.ts'
import { ROLE } from './roles.ts'
import { checkTopic, topicKey } from './topics.ts'
import type { Emit } from './unit-of-work.ts'
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
}

/** POST /messages. @returns the message's ID */
export const sendMessage = (ctx: Context, sender: User, outgoing: Outgoing) =>
  ctx.commit((emit) => deliver(ctx, emit, sender, outgoing))

/** The sending itself, for whoever is inside a unit of work already. */
export function deliver(ctx: Context, emit: Emit, sender: User, outgoing: Outgoing): number {
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
): number {
  const { store } = ctx
  if (destination.topic === undefined) refuse('BAD_REQUEST', 'Missing topic')
  const name = checkTopic(destination.topic)
  const channel = channelNamed(ctx, destination.to)
  requireMayPost(ctx, sender, channel)
  const topic = store.conversations.findTopic(channel.id, topicKey(name))
  requireTopicAllowed(ctx, sender, channel, name, topic?.last_message_id != null)

  const rendered = renderFor(ctx, sender, content)
  const conversationId =
    topic?.id ?? store.conversations.createTopic(channel.id, name, topicKey(name))
  if (topic?.last_message_id === null) store.conversations.respell(conversationId, name)
  const spelledAlike = topic === undefined || topic.last_message_id === null || topic.topic === name
  const id = save(ctx, sender, content, rendered, outgoing.client, {
    conversation_id: conversationId,
    channel_id: channel.id,
    topic: spelledAlike ? null : name,
  })
  if (channel.first_message_id === null) tellFirstMessage(ctx, emit, channel, id)

  const receivers = store.subscriptions.receivers(channel.id)
  const flags = receiverFlags(ctx, sender, rendered, outgoing, receivers)
  // A bot hears of being mentioned wherever it may read.
  for (const userId of rendered.mentionedUserIds) {
    if (flags.has(userId)) continue
    const user = store.users.find(userId)
    if (user?.bot_type === 1 && hasContentAccess(ctx, user, channel))
      flags.set(userId, FLAG.mentioned)
  }
  publish(ctx, emit, id, flags, outgoing, channel)
  return id
}

function deliverDirectly(
  ctx: Context,
  emit: Emit,
  sender: User,
  content: string,
  outgoing: Outgoing,
  to: unknown,
): number {
  const { conversations } = ctx.store
  const recipients = peopleNamed(ctx, to)
  const members = [...new Set([sender.id, ...recipients.map((user) => user.id)])].sort(
    (a, b) => a - b,
  )
  const known = conversations.findDirect(members)
  requireMayWriteTo(ctx, sender, recipients, known?.last_message_id != null)

  const rendered = renderFor(ctx, sender, content)
  const id = save(ctx, sender, content, rendered, outgoing.client, {
    conversation_id: known?.id ?? conversations.createDirect(members),
    channel_id: null,
    topic: null,
  })
  const flags = receiverFlags(ctx, sender, rendered, outgoing, members, FLAG.direct)
  publish(ctx, emit, id, flags, outgoing, undefined)
  return id
}

function requireTopicAllowed(
  ctx: Context,
  sender: User,
  channel: Channel,
  topic: string,
  exists: boolean,
) {
  if (
    !exists &&
    sender.system_bot === null &&
    !isInGroup(ctx, sender, channel.can_create_topic_group)
  ) {
    refuse('BAD_REQUEST', 'You do not have permission to create new topics in this channel.')
  }
  const policy =
    channel.topics_policy === 'inherit'
      ? theOrganization(ctx).settings.topics_policy
      : channel.topics_policy
  const empty_topic_display_name = EMPTY_TOPIC_NAME
  if (policy === 'disable_empty_topic' && topic === '') {
    refuse(
      'BAD_REQUEST',
      `Sending messages to the ${EMPTY_TOPIC_NAME} is not allowed in this channel.`,
      {
        empty_topic_display_name,
      },
    )
  }
  if (policy === 'empty_topic_only' && topic !== '') {
    refuse('BAD_REQUEST', `Only the ${EMPTY_TOPIC_NAME} topic is allowed in this channel.`, {
      empty_topic_display_name,
    })
  }
}

function save(
  ctx: Context,
  sender: User,
  content: string,
  rendered: Rendered,
  client: string,
  place: Pick<NewMessage, 'conversation_id' | 'channel_id' | 'topic'>,
): number {
  const traits =
    (rendered.hasLink ? TRAIT.link : 0) |
    (rendered.hasImage ? TRAIT.image : 0) |
    (rendered.hasAttachment ? TRAIT.attachment : 0)
  const { messages, conversations } = ctx.store
  const id = messages.create(
    {
      ...place,
      sender_id: sender.id,
      sent_at: seconds(ctx.clock),
      client,
      content,
      rendered: rendered.html,
      renderer_version: RENDERER_VERSION,
      traits,
    },
    rendered.html.replace(/<[^>]*>/g, ' '),
    rendered.mentionedUserIds,
  )
  conversations.setLastMessage(place.conversation_id, id)
  return id
}

/** The flags each receiver's row starts with (messages 1.6). */
function receiverFlags(
  ctx: Context,
  sender: User,
  rendered: Rendered,
  outgoing: Outgoing,
  receivers: readonly number[],
  base = 0,
): Map<number, number> {
  const wildcard = rendered.hasChannelWildcard ? FLAG.streamWildcardMentioned : 0
  const flags = new Map<number, number>()
  for (const userId of receivers) flags.set(userId, base | wildcard)
  const add = (userId: number, bits: number) => {
    const before = flags.get(userId)
    if (before !== undefined) flags.set(userId, before | bits)
  }
  for (const userId of rendered.mentionedUserIds) add(userId, FLAG.mentioned)
  for (const groupId of rendered.mentionedGroupIds) {
    for (const userId of ctx.store.groups.everyoneIn(groupId))
      add(userId, FLAG.mentioned | FLAG.mentionedByGroup)
  }
  if (outgoing.readBySender) add(sender.id, FLAG.read)
  return flags
}

function publish(
  ctx: Context,
  emit: Emit,
  id: number,
  flags: ReadonlyMap<number, number>,
  outgoing: Outgoing,
  channel: Channel | undefined,
) {
  const { store } = ctx
  for (const [userId, bits] of flags) store.userMessages.create(userId, id, bits)
  const isPublic = channel !== undefined && !channel.invite_only
  emit(
    { type: 'message', message: messageFacts(ctx, store.messages.find(id)!) },
    [...flags.keys()],
    {
      personal: (userId) => flagsField(flags.get(userId)!),
      echo: outgoing.echo,
      ...(isPublic && {
        public: (userId: number) => (store.users.find(userId)?.role ?? ROLE.guest) !== ROLE.guest,
      }),
    },
  )
}

function tellFirstMessage(ctx: Context, emit: Emit, channel: Channel, id: number) {
  ctx.store.channels.setFirstMessage(channel.id, id)
  emit(
    {
      type: 'stream',
      op: 'update',
      stream_id: channel.id,
      name: channel.name,
      property: 'first_message_id',
      value: id,
    },
    (userId) => ctx.store.subscriptions.isSubscribed(userId, channel.id),
  )
}

/** Programs people write in, whose own messages need no unread mark (messages 1.4). */
const READING_CLIENTS = new Set([
  ...['website', 'ios', 'android', 'snipe'],
  ...['zulipandroid', 'zulipios', 'zulipdesktop', 'zulipmobile', 'zulipelectron', 'zulipterminal'],
])

export function readsWhatItSends(client: string): boolean {
  const name = client.toLowerCase()
  return READING_CLIENTS.has(name) || name.includes('desktop app')
}
