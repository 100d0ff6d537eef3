import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type { Attachment } from '../store/attachments.ts'
import type { Message } from '../store/messages.ts'
import { hasContentAccess, holdsInChannel, readableChannel } from './access.ts'
import { discardFiles, dropUnlinked } from './attachments.ts'
import { findFirstMessage } from './channel-activity.ts'
import type { Context } from './context.ts'
import { holds } from './groups.ts'
import { changeableMessage } from './message-access.ts'
import { messageAudience } from './message-audience.ts'
import { sightOf } from './moved-sight.ts'
import { theOrganization } from './organization.ts'
import { removeRemindersOf } from './reminders.ts'
import { namedTopic, topicKey } from './topics.ts'
import type { Emit } from './unit-of-work.ts'
import { POLICY, setVisibility } from './user-topics.ts'
import type { User } from './users.ts'

/** DELETE /messages/{id}: for good, with everything that hangs on it. */
export async function deleteMessage(ctx: Context, user: User, messageId: number) {
  const files = await ctx.commit((emit) => {
    const message = changeableMessage(ctx, user, messageId)
    requireMayDelete(ctx, user, message)
    return deleteMessages(ctx, emit, user, [message])
  })
  await discardFiles(ctx, files)
}

/** @throws RequestError where a person may not delete the message (messages 2.3) */
function requireMayDelete(ctx: Context, user: User, message: Message) {
  const channel =
    message.channel_id === null ? undefined : ctx.store.channels.find(message.channel_id)!
  const may = (permission: 'can_delete_any_message_group' | 'can_delete_own_message_group') =>
    holds(ctx, user, permission) ||
    (channel !== undefined && holdsInChannel(ctx, user, channel, permission))
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
 * Deletes messages of one conversation and tells those who could read them.
 * @param by the acting user hears of it too, who may read the channel without receiving it;
 *   undefined: the server does it
 * @returns files deleted with them, to be discarded after the commit
 */
export function deleteMessages(
  ctx: Context,
  emit: Emit,
  by: User | undefined,
  messages: readonly Message[],
): Attachment[] {
  const [first] = messages
  if (first === undefined) return []
  const told = new Map<number, number[]>()
  for (const message of messages) {
    for (const userId of audienceOf(ctx, by, message)) {
      const ids = told.get(userId)
      if (ids) ids.push(message.id)
      else told.set(userId, [message.id])
    }
  }
  const files = messages.flatMap((message) => remove(ctx, emit, message))
  const { conversations, messageMoves } = ctx.store
  conversations.setLastMessage(first.conversation_id, messageMoves.newestIn(first.conversation_id))
  announce(emit, first, told)
  if (first.channel_id !== null) findFirstMessage(ctx, emit, first.channel_id)
  return files
}

/** Only connected users have to be told. */
function audienceOf(ctx: Context, by: User | undefined, message: Message): Iterable<number> {
  const users = new Set(messageAudience(ctx, message))
  if (by && message.channel_id !== null) {
    if (hasContentAccess(ctx, by, ctx.store.channels.find(message.channel_id)!)) users.add(by.id)
  }
  return [...users].filter((userId) => ctx.hub.isListening(userId))
}

function remove(ctx: Context, emit: Emit, message: Message): Attachment[] {
  const files = ctx.store.attachments.ofMessage(message.id)
  removeRemindersOf(ctx, emit, message.id)
  ctx.store.messages.remove(message.id)
  ctx.messageCache.forget(message.id)
  return dropUnlinked(ctx, emit, files)
}

/** One event for all who could read the same messages. */
function announce(emit: Emit, { channel_id, topic }: Message, told: ReadonlyMap<number, number[]>) {
  const groups = new Map<string, { ids: number[]; users: number[] }>()
  for (const [userId, ids] of told) {
    const group = groups.get(ids.join()) ?? { ids, users: [] }
    groups.set(ids.join(), group)
    group.users.push(userId)
  }
  for (const { ids, users } of groups.values()) {
    emit(
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

/** Messages that go at once when a topic is deleted. */
const BATCH = 100

/** Milliseconds; after this the client asks again, so that its request does not time out. */
const LONGEST_WORK = 50_000

/**
 * POST /streams/{id}/delete_topic, for administrators: newest first, as much as there is time for.
 * @returns whether nothing they may read is left
 */
export async function deleteTopic(ctx: Context, user: User, channelId: number, topicName: string) {
  const deadline = ctx.clock.elapsed() + LONGEST_WORK
  let below = Number.MAX_SAFE_INTEGER
  do {
    const step = await ctx.commit((emit) =>
      deleteSome(ctx, emit, user, channelId, topicName, below),
    )
    await discardFiles(ctx, step.files)
    if (step.below === 0) return { complete: true }
    below = step.below
  } while (ctx.clock.elapsed() < deadline)
  return { complete: false }
}

/** @returns `below`: the oldest ID that is gone, where to go on; 0 when there is nothing left */
function deleteSome(
  ctx: Context,
  emit: Emit,
  user: User,
  channelId: number,
  topicName: string,
  below: number,
): { below: number; files: Attachment[] } {
  const { conversations, messages, messageMoves, userTopics } = ctx.store
  const channel = readableChannel(ctx, user, channelId)
  if (channel.is_archived) refuse('BAD_REQUEST', 'Invalid channel ID')
  const name = namedTopic(topicName.trim())
  const topic = conversations.findTopic(channel.id, topicKey(name))
  const ids = topic ? messageMoves.newestBelow(topic.id, below, BATCH) : []
  const seen = ids.length > 0 ? (sightOf(ctx, channel, [user.id], ids).get(user.id) ?? []) : []
  const gone = seen.map((id) => messages.find(id)!)
  const files = deleteMessages(ctx, emit, user, gone)
  if (ids.length === BATCH) return { below: ids[0]!, files }
  for (const row of userTopics.ofTopic(channel.id, topicKey(name)))
    setVisibility(ctx, emit, row.user_id, channel, row.topic, POLICY.none)
  return { below: 0, files }
}
