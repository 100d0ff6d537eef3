import type { Topic } from '../store/conversations.ts'
import type { NewMessageEdit } from '../store/message-edits.ts'
import { hasContentAccess } from './access.ts'
import { findFirstMessage } from './channel-activity.ts'
import type { Context } from './context.ts'
import { FLAG } from './flags.ts'
import { announceMove, type MovedContent } from './move-events.ts'
import type { Move } from './move-permissions.ts'
import { concernedBy, sightOf } from './moved-sight.ts'
import { topicKey } from './topics.ts'
import type { Emit } from './unit-of-work.ts'

/** An edit of the content that the same request asks for, already done. */
export interface ContentEdit {
  history: Pick<NewMessageEdit, 'prev_content' | 'prev_rendered'>
  fields: MovedContent
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
  announceMove(ctx, emit, move, before, after, content?.fields)
  return move.ids.slice(ids.length)
}

function atOnce({ from, to }: Move, changesChannel: boolean): number {
  if (!changesChannel) return MOVED_AT_ONCE
  const rows = from.channel.subscriber_count + to.channel.subscriber_count + 1
  return Math.max(1, Math.min(MOVED_AT_ONCE, Math.floor(ROWS_AT_ONCE / rows)))
}

/** Messages that only change their channel keep the spelling of their topic. */
const renames = ({ from, to }: Move) => from.topic !== to.topic

/** What history says of the move for a message that spelled its topic in some way. */
function historyOf(move: Move, spelling: string, content?: ContentEdit): NewMessageEdit {
  const { from, to, byUserId, at } = move
  const changesChannel = from.channel.id !== to.channel.id
  const changesTopic = renames(move) && spelling !== to.topic
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
  const spelled = renames(move) ? messageMoves.ownSpellings(source.id) : []
  const own = new Map(spelled.map(({ id, topic }) => [id, topic]))
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

  const topic = renames(move) ? move.to.topic : source.topic
  conversations.relocate(source, {
    channel_id: move.to.channel.id,
    topic,
    topic_key: topicKey(topic),
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
  const spellingOf = (id: number) => own.get(id) ?? source.topic
  /** As it is stored: only where it differs from the topic's. */
  const newSpelling = (id: number) => {
    const spelling = renames(move) ? move.to.topic : spellingOf(id)
    return spelling === target.topic ? null : spelling
  }
  const staysInside = target.id === source.id
  const takesAlong = !staysInside && messageEdits.hasMoved(source.id)
  for (const id of ids) {
    if (takesAlong) messageEdits.takeAlong(id, source.id)
    recordFor(ctx, move, id, spellingOf(id), content)
  }
  if (staysInside) {
    for (const id of ids) messageMoves.respell(id, newSpelling(id))
    return
  }
  const place = {
    conversation: target.id,
    channel: move.to.channel.id,
    floor: messageEdits.newestId(),
  }
  for (const id of ids) messageMoves.place({ id, topic: newSpelling(id), ...place })
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
  const dropped = new Map<number, Dropped>()
  for (const id of ids) {
    for (const { user_id, flags } of messageMoves.dropOutsiders(id, to.channel.id)) {
      const lists = dropped.get(user_id) ?? { unread: [], starred: [] }
      dropped.set(user_id, lists)
      if (!(flags & FLAG.read)) lists.unread.push(id)
      if (flags & FLAG.starred) lists.starred.push(id)
    }
    if (isProtected) messageMoves.addInsiders(id, to.channel.id)
  }
  for (const [userId, lists] of dropped) {
    // Who has left the channel, and may not look into it, hears of nothing there.
    if (hasContentAccess(ctx, ctx.store.users.find(userId), from.channel))
      tellDropped(emit, userId, lists)
  }
  findFirstMessage(ctx, emit, from.channel.id)
  findFirstMessage(ctx, emit, to.channel.id)
}

/** Messages that somebody has no row for any more. */
interface Dropped {
  unread: number[]
  starred: number[]
}

/** A message without a row is read and has no star; who may still see it has to know. */
function tellDropped(emit: Emit, userId: number, { unread, starred }: Dropped) {
  const base = { type: 'update_message_flags', all: false } as const
  if (unread.length > 0)
    emit({ ...base, op: 'add', operation: 'add', flag: 'read', messages: unread }, [userId])
  if (starred.length > 0)
    emit({ ...base, op: 'remove', operation: 'remove', flag: 'starred', messages: starred }, [
      userId,
    ])
}

function forget(ctx: Context, ids: readonly number[]) {
  if (ids.length > 1000) ctx.messageCache.forgetAll()
  else for (const id of ids) ctx.messageCache.forget(id)
}
