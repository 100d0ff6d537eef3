// Deletes messages and whole topics for good.

import { seconds } from '../../base/clock.ts'
import { addTo } from '../../base/collections.ts'
import { INVALID_CHANNEL_ID } from '../../errors/channels.ts'
import { refuse } from '../../errors.ts'
import type { Message } from '../../store/tables/messages.ts'
import { hasChannelPermission, hasContentAccess, readableChannel } from '../access/access.ts'
import { hasPermission } from '../access/groups.ts'
import { changeableMessage } from '../access/message-access.ts'
import { connectedAudience } from '../access/message-audience.ts'
import { findFirstMessage } from '../channels/channel-activity.ts'
import { dropUnlinked } from '../content/attachments.ts'
import { namedTopic, topicKey } from '../content/topics.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { PortionSize } from '../kernel/portion-size.ts'
import { commitPortion } from '../kernel/portions.ts'
import { theOrganization } from '../organization/organization.ts'
import { removeRemindersOf } from '../scheduled/reminders.ts'
import { POLICY, setVisibility } from '../topics/user-topics.ts'
import type { User } from '../users/users.ts'
import { countFitting } from './message-rows.ts'
import { readableIdsByUser } from './message-visibility.ts'

/** DELETE /messages/{id}: erases a message with its history, reactions and unused files. */
export const deleteMessage = (ctx: App, user: User, messageId: number) =>
  ctx.commit((tx) => {
    const message = changeableMessage(tx, user, messageId)
    requireMayDelete(tx, user, message)
    deleteMessages(tx, user, [message])
  })

/** @throws RequestError if the user may not delete the message */
function requireMayDelete(ctx: Context, user: User, message: Message) {
  const channel =
    message.channel_id === null ? undefined : ctx.store.channels.find(message.channel_id)!
  const may = (permission: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
    hasPermission(ctx, user, permission) ||
    (channel !== undefined && hasChannelPermission(ctx, user, channel, permission))
  if (may('can_delete_any_message_group')) return
  const isOwn =
    message.sender_id === user.id ||
    ctx.store.users.find(message.sender_id)!.bot_owner_id === user.id
  if (!isOwn || !may('can_delete_own_message_group'))
    refuse('BAD_REQUEST', "You don't have permission to delete this message")
  const limit = theOrganization(ctx).settings.message_content_delete_limit_seconds
  if (limit !== null && seconds(ctx.clock) - message.sent_at > limit)
    refuse('BAD_REQUEST', 'The time limit for deleting this message has passed')
}

/**
 * Deletes messages of one conversation and emits that to users who could read them.
 * @param by the acting user, who gets the event even without having received the messages;
 *   undefined if the server deletes them
 */
export function deleteMessages(tx: Tx, by: User | undefined, messages: readonly Message[]) {
  const [first] = messages
  if (first === undefined) return
  const told = new Map<number, number[]>()
  const audienceOf = connectedAudience(tx, first.channel_id)
  const isToldAnyway = by !== undefined && mayReadAll(tx, by, first.channel_id)
  for (const { id } of messages) {
    const users = new Set(audienceOf(id))
    if (isToldAnyway) users.add(by.id)
    for (const userId of users) addTo(told, userId, id)
  }
  for (const message of messages) remove(tx, message)
  const { conversations, messageMoves } = tx.store
  conversations.setLastMessage(first.conversation_id, messageMoves.newestIn(first.conversation_id))
  emitDeletion(tx, first, told)
  if (first.channel_id !== null) findFirstMessage(tx, first.channel_id)
}

/** Whether a connected user may read a channel. */
const mayReadAll = (ctx: Context, user: User, channelId: number | null) =>
  channelId !== null &&
  ctx.hub.isListening(user.id) &&
  hasContentAccess(ctx, user, ctx.store.channels.find(channelId)!)

function remove(tx: Tx, message: Message) {
  const files = tx.store.attachments.ofMessage(message.id)
  removeRemindersOf(tx, message.id)
  tx.store.messages.remove(message.id)
  dropUnlinked(tx, files)
}

/** Emits one event for all users who could read the same messages. */
function emitDeletion(tx: Tx, { channel_id, topic }: Message, told: ReadonlyMap<number, number[]>) {
  const groups = new Map<string, { ids: number[]; users: number[] }>()
  for (const [userId, ids] of told) {
    const group = groups.get(ids.join()) ?? { ids, users: [] }
    groups.set(ids.join(), group)
    group.users.push(userId)
  }
  for (const { ids, users } of groups.values()) {
    tx.emit(
      {
        type: 'delete_message',
        message_type: channel_id === null ? 'private' : 'stream',
        message_ids: ids.sort((a, b) => a - b),
        ...(channel_id !== null && { stream_id: channel_id, topic: topic! }),
      },
      users,
    )
  }
}

/** Messages of a topic that are deleted in one transaction at most. */
const BATCH_SIZE = 20

/** Milliseconds; after this the client asks again, so that its request does not time out. */
const MAX_WORK_MS = 50_000

/**
 * POST /streams/{id}/delete_topic, for administrators: newest first, until MAX_WORK_MS is over.
 * @returns whether all messages that the caller may read are deleted
 */
export async function deleteTopic(ctx: App, user: User, channelId: number, topicName: string) {
  const deadline = ctx.clock.elapsed() + MAX_WORK_MS
  const size = new PortionSize()
  let below = Number.MAX_SAFE_INTEGER
  do {
    const from = below
    below = await commitPortion(ctx, (tx) =>
      size.measure(() => deleteSome(tx, user, { channelId, topicName }, from, size.rows)),
    )
    if (below === 0) return { complete: true }
  } while (ctx.clock.elapsed() < deadline)
  return { complete: false }
}

/** Deletes one batch. @returns the oldest deleted ID, to continue from; 0 if none is left */
function deleteSome(
  tx: Tx,
  user: User,
  { channelId, topicName }: { channelId: number; topicName: string },
  below: number,
  mostRows: number,
): number {
  const { conversations, messages, messageMoves, userTopics } = tx.store
  const channel = readableChannel(tx, user, channelId)
  if (channel.is_archived) refuse(INVALID_CHANNEL_ID)
  const name = namedTopic(topicName.trim())
  const topic = conversations.findTopic(channel.id, topicKey(name))
  const newest = topic ? messageMoves.newestBelow(topic.id, below, BATCH_SIZE) : []
  const count = countFitting(tx, newest.toReversed(), mostRows)
  const ids = newest.slice(newest.length - count)
  const seen =
    ids.length > 0 ? (readableIdsByUser(tx, channel, [user.id], ids).get(user.id) ?? []) : []
  const gone = seen.map((id) => messages.find(id)!)
  deleteMessages(tx, user, gone)
  if (newest.length === BATCH_SIZE || ids.length < newest.length) return ids[0]!
  for (const row of userTopics.ofTopic(channel.id, topicKey(name)))
    setVisibility(tx, row.user_id, channel, row.topic, POLICY.none)
  return 0
}
