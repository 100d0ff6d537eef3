import type { UpdateMessageEvent } from '../events/message-events.ts'
import type { Topic } from '../store/conversations.ts'
import type { NewMessageEdit } from '../store/message-edits.ts'
import { findFirstMessage } from './channel-activity.ts'
import type { Context } from './context.ts'
import { flagsField, NEVER_RECEIVED } from './flags.ts'
import type { MoveRequest } from './move-permissions.ts'
import { concernedBy, sightOf } from './moved-sight.ts'
import { linksInTopic } from './rendering.ts'
import { topicKey } from './topics.ts'
import type { Emit } from './unit-of-work.ts'

/** A move that was permitted. */
export interface Move extends MoveRequest {
  /** The topic they leave. */
  conversationId: number
  /** What is to be moved, ascending. */
  ids: readonly number[]
  /** That is all the topic has. */
  isWhole: boolean
  /** There were messages where they go. */
  joinsOthers: boolean
  byUserId: number
  at: number
}

/** An edit of the content that the same request asks for, already done. */
export interface ContentEdit {
  history: Pick<NewMessageEdit, 'prev_content' | 'prev_rendered'>
  fields: Partial<UpdateMessageEvent>
}

/** Messages that are moved one by one without holding up everybody else for long. */
export const MOVED_AT_ONCE = 400

/** Rows of people that may change with them. */
const ROWS_AT_ONCE = 10_000

/**
 * Moves messages, or as many as one transaction should, and tells those concerned (messages 2.1).
 * A topic that goes as a whole to a name nobody uses in its channel is renamed, however long it is.
 * @returns what is left to be moved
 */
export function moveMessages(
  ctx: Context,
  emit: Emit,
  move: Move,
  content: ContentEdit | undefined,
): readonly number[] {
  const changesChannel = move.from.channel.id !== move.to.channel.id
  const asOne = move.isWhole && !move.joinsOthers
  const ids = asOne && !changesChannel ? move.ids : move.ids.slice(0, atOnce(move, changesChannel))
  const channels = changesChannel ? [move.from.channel, move.to.channel] : [move.from.channel]
  const concerned = concernedBy(ctx, channels, move.message.id, ids)
  const before = sightOf(ctx, move.from.channel, concerned, ids)

  if (asOne && ids.length === move.ids.length) moveTopic(ctx, move, content)
  else moveEach(ctx, move, ids, content)
  if (changesChannel) settleRows(ctx, emit, move, ids)
  forget(ctx, ids)

  const after = changesChannel ? sightOf(ctx, move.to.channel, concerned, ids) : before
  announce(ctx, emit, move, before, after, content)
  return move.ids.slice(ids.length)
}

function atOnce({ from, to }: Move, changesChannel: boolean): number {
  if (!changesChannel) return MOVED_AT_ONCE
  const rows = from.channel.subscriber_count + to.channel.subscriber_count + 1
  return Math.max(1, Math.min(MOVED_AT_ONCE, Math.floor(ROWS_AT_ONCE / rows)))
}

/** What history says of the move for a message that spelled its topic in some way. */
function historyOf(
  { from, to, byUserId, at }: Move,
  spelling: string,
  content?: ContentEdit,
): NewMessageEdit {
  const changesChannel = from.channel.id !== to.channel.id
  const changesTopic = spelling !== to.topic
  return {
    user_id: byUserId,
    edited_at: at,
    prev_content: null,
    prev_rendered: null,
    ...content?.history,
    prev_topic: changesTopic ? spelling : null,
    topic: changesTopic ? to.topic : null,
    prev_channel_id: changesChannel ? from.channel.id : null,
    channel_id: changesChannel ? to.channel.id : null,
  }
}

/** Renames the topic itself: its messages follow without being touched. */
function moveTopic(ctx: Context, move: Move, content: ContentEdit | undefined) {
  const { conversations, messageEdits, messageMoves } = ctx.store
  const source = conversations.findTopicById(move.conversationId)!
  // These have a history of their own: of the spelling they lose, or of their content.
  const own = new Map(messageMoves.ownSpellings(source.id).map(({ id, topic }) => [id, topic]))
  if (content) own.set(move.message.id, move.message.topic!)
  const hasMoved = messageEdits.hasMoved(source.id)
  for (const [id, spelling] of own) {
    if (hasMoved) messageEdits.takeAlong(id, source.id)
    recordFor(ctx, move, id, spelling, content)
  }
  const edit = historyOf(move, source.topic)
  if (isRecorded(edit)) messageEdits.addForConversation(source.id, move.ids.at(-1)!, edit)
  const floor = messageEdits.newestId()
  for (const id of own.keys()) messageMoves.settle(id, floor)

  conversations.relocate(source, {
    channel_id: move.to.channel.id,
    topic: move.to.topic,
    topic_key: topicKey(move.to.topic),
  })
  if (move.to.channel.id !== move.from.channel.id)
    messageMoves.moveAll(source.id, move.to.channel.id)
}

/** A message that was spelled as the topic is now called has nothing to record. */
function recordFor(
  ctx: Context,
  move: Move,
  id: number,
  spelling: string,
  content: ContentEdit | undefined,
) {
  const edit = historyOf(move, spelling, id === move.message.id ? content : undefined)
  if (isRecorded(edit)) ctx.store.messageEdits.add(id, edit)
}

const isRecorded = (edit: NewMessageEdit) =>
  edit.topic !== null || edit.channel_id !== null || edit.prev_content !== null

function moveEach(
  ctx: Context,
  move: Move,
  ids: readonly number[],
  content: ContentEdit | undefined,
) {
  const { conversations, messageEdits, messageMoves } = ctx.store
  const source = conversations.findTopicById(move.conversationId)!
  const target = targetOf(ctx, move)
  const own = new Map(messageMoves.ownSpellings(source.id).map(({ id, topic }) => [id, topic]))
  const spelling = target.topic === move.to.topic ? null : move.to.topic
  if (target.id === source.id) {
    for (const id of ids) {
      recordFor(ctx, move, id, own.get(id) ?? source.topic, content)
      messageMoves.respell(id, spelling)
    }
    return
  }
  const hasMoved = messageEdits.hasMoved(source.id)
  for (const id of ids) {
    if (hasMoved) messageEdits.takeAlong(id, source.id)
    recordFor(ctx, move, id, own.get(id) ?? source.topic, content)
  }
  const floor = messageEdits.newestId()
  const place = { conversation: target.id, channel: move.to.channel.id, topic: spelling, floor }
  for (const id of ids) messageMoves.place({ id, ...place })
  conversations.setLastMessage(source.id, messageMoves.newestIn(source.id))
  conversations.setLastMessage(target.id, messageMoves.newestIn(target.id))
}

/** The topic the messages go to, made if there is none. */
function targetOf(ctx: Context, { to }: Move): Topic {
  const { conversations } = ctx.store
  const key = topicKey(to.topic)
  const found = conversations.findTopic(to.channel.id, key)
  if (found?.last_message_id != null) return found
  if (found) conversations.respell(found.id, to.topic)
  const id = found?.id ?? conversations.createTopic(to.channel.id, to.topic, key)
  return conversations.findTopicById(id)!
}

/** Messages in another channel are received by those who are subscribed there (messages 2.1). */
function settleRows(ctx: Context, emit: Emit, { from, to }: Move, ids: readonly number[]) {
  const { messageMoves } = ctx.store
  const isProtected = !to.channel.history_public_to_subscribers
  for (const id of ids) {
    messageMoves.dropOutsiders(id, to.channel.id)
    if (isProtected) messageMoves.addInsiders(id, to.channel.id)
  }
  findFirstMessage(ctx, emit, from.channel.id)
  findFirstMessage(ctx, emit, to.channel.id)
}

function forget(ctx: Context, ids: readonly number[]) {
  if (ids.length > 1000) ctx.messageCache.forgetAll()
  else for (const id of ids) ctx.messageCache.forget(id)
}

type Sight = ReadonlyMap<number, readonly number[]>

/** Tells of the move whoever may read the messages now, and of their end whoever could until now. */
function announce(
  ctx: Context,
  emit: Emit,
  move: Move,
  before: Sight,
  after: Sight,
  content: ContentEdit | undefined,
) {
  const { from } = move
  // Most see the same list; others have one of their own.
  const updates = new Map<readonly number[], { known: number[]; unknown: number[] }>()
  for (const [userId, seen] of after) {
    const group = updates.get(seen) ?? { known: [], unknown: [] }
    updates.set(seen, group)
    group[before.has(userId) ? 'known' : 'unknown'].push(userId)
  }
  for (const [seen, { known, unknown }] of updates) {
    const { stream_name, ...update } = describeMove(ctx, move, seen, content)
    const messageId = update.message_id
    const personal = (userId: number) =>
      flagsField(ctx.store.userMessages.flags(userId, messageId) ?? NEVER_RECEIVED)
    if (known.length > 0) emit({ ...update, stream_name: from.channel.name }, known, { personal })
    // The name of a channel is not for those who could not see it.
    if (unknown.length > 0) emit(update, unknown, { personal })
  }
  const losses = new Map<readonly number[], number[]>()
  for (const [userId, seen] of before) {
    const lost = lostOf(seen, after.get(userId))
    if (lost.length > 0) losses.set(lost, [...(losses.get(lost) ?? []), userId])
  }
  for (const [lost, userIds] of losses) {
    emit(
      {
        type: 'delete_message',
        message_type: 'stream',
        message_ids: lost,
        stream_id: from.channel.id,
        topic: from.topic,
      },
      userIds,
    )
  }
}

function lostOf(before: readonly number[], after: readonly number[] | undefined) {
  if (after === undefined) return before
  if (after === before) return []
  const kept = new Set(after)
  return before.filter((id) => !kept.has(id))
}

function describeMove(
  ctx: Context,
  { message, from, to, mode, byUserId, at }: Move,
  ids: readonly number[],
  content: ContentEdit | undefined,
): UpdateMessageEvent {
  const isThere = ids.includes(message.id)
  return {
    type: 'update_message',
    user_id: byUserId,
    edit_timestamp: at,
    message_id: isThere ? message.id : ids[0]!,
    message_ids: ids,
    rendering_only: false,
    stream_id: from.channel.id,
    stream_name: from.channel.name,
    ...(isThere && content?.fields),
    orig_subject: from.topic,
    propagate_mode: mode,
    ...(from.topic !== to.topic && {
      subject: to.topic,
      topic_links: linksInTopic(ctx, to.topic),
    }),
    ...(from.channel.id !== to.channel.id && { new_stream_id: to.channel.id }),
  }
}
