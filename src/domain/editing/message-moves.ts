// Moves messages to another topic or channel, in parts if there are many.

import type { Topic } from '../../store/tables/conversations.ts'
import type { NewMessageEdit } from '../../store/tables/message-edits.ts'
import type { MessageReceipt } from '../../store/tables/message-moves.ts'
import { findFirstMessage } from '../channels/channel-activity.ts'
import { topicKey } from '../content/topics.ts'
import type { Tx } from '../kernel/context.ts'
import { countFitting } from './message-rows.ts'
import { connectedUsersAffected, readableIdsByUser } from './message-visibility.ts'
import { emitMove, type MovedContent } from './move-events.ts'
import type { Move } from './move-permissions.ts'
import { dropRows, settleRows } from './move-rows.ts'

/** An edit of the content by the same request, already applied. */
export interface ContentEdit {
  history: Pick<NewMessageEdit, 'prev_content' | 'prev_rendered'>
  fields: MovedContent
}

/** What one transaction has moved. */
export interface Moved {
  /** How many messages, from the oldest on. */
  moved: number
  /** Rows of these messages that are still to be dropped. */
  lost: readonly MessageReceipt[]
}

/** Messages moved one by one in a transaction at most. */
export const BATCH_SIZE = 200

/**
 * Moves as many messages as one transaction should, and emits the move. A whole topic that moves to
 * a free name in its channel is renamed by one row, however many messages it has.
 * @param mostRows that may change with messages that are moved one by one
 */
export function moveMessages(
  tx: Tx,
  move: Move,
  content: ContentEdit | undefined,
  mostRows: number,
): Moved {
  const changesChannel = move.from.channel.id !== move.to.channel.id
  const asOne = move.isWhole && !move.joinsOthers
  const ids =
    asOne && !changesChannel ? move.ids : move.ids.slice(0, batchSizeOf(tx, move, mostRows))
  const channels = changesChannel ? [move.from.channel, move.to.channel] : [move.from.channel]
  const concerned = connectedUsersAffected(tx, channels, move.message.id, ids)
  const before = readableIdsByUser(tx, move.from.channel, concerned, ids)

  if (asOne && ids.length === move.ids.length) moveTopic(tx, move, content)
  else moveEach(tx, move, ids, content)
  let lost: readonly MessageReceipt[] = []
  if (changesChannel) {
    lost = dropRows(tx, move, settleRows(tx, move, ids), mostRows)
    findFirstMessage(tx, move.from.channel.id)
    findFirstMessage(tx, move.to.channel.id)
  }

  const after = changesChannel ? readableIdsByUser(tx, move.to.channel, concerned, ids) : before
  emitMove(tx, move, before, after, content?.fields)
  return { moved: ids.length, lost }
}

function batchSizeOf(tx: Tx, { ids, from, to }: Move, mostRows: number): number {
  if (from.channel.id === to.channel.id) return BATCH_SIZE
  const added = to.channel.history_public_to_subscribers ? 0 : to.channel.subscriber_count
  return countFitting(tx, ids.slice(0, BATCH_SIZE), mostRows, added)
}

/** Messages that only change their channel keep the spelling of their topic. */
const renames = ({ from, to }: Move) => from.topic !== to.topic

/** The history entry of a move, for a message with this spelling of its topic. */
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

/** Moves a topic by its own row; the rows of its messages stay untouched. */
function moveTopic(tx: Tx, move: Move, content: ContentEdit | undefined) {
  const { conversations, messageEdits, messageMoves } = tx.store
  const source = conversations.findTopicById(move.conversationId)!
  // These messages get history entries of their own, for their spelling or their content.
  const spelled = renames(move) ? messageMoves.ownSpellings(source.id) : []
  const own = new Map(spelled.map(({ id, topic }) => [id, topic]))
  if (content) own.set(move.message.id, move.message.topic!)
  const hasMoved = messageEdits.hasMoved(source.id)
  for (const [id, spelling] of own) {
    if (hasMoved) messageEdits.takeAlong(id, source.id)
    recordFor(tx, move, id, spelling, content)
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

/** Records the move for one message, unless its spelling equals the new name. */
function recordFor(
  tx: Tx,
  move: Move,
  id: number,
  spelling: string,
  content: ContentEdit | undefined,
) {
  const edit = historyOf(move, spelling, id === move.message.id ? content : undefined)
  if (isRecorded(edit)) tx.store.messageEdits.add(id, edit)
}

const isRecorded = (edit: NewMessageEdit) =>
  edit.topic !== null || edit.channel_id !== null || edit.prev_content !== null

function moveEach(tx: Tx, move: Move, ids: readonly number[], content: ContentEdit | undefined) {
  const { conversations, messageEdits, messageMoves } = tx.store
  const source = conversations.findTopicById(move.conversationId)!
  const target = targetOf(tx, move)
  const own = new Map(messageMoves.ownSpellings(source.id).map(({ id, topic }) => [id, topic]))
  const spellingOf = (id: number) => own.get(id) ?? source.topic
  /** The spelling to store: null if it equals the topic's. */
  const newSpelling = (id: number) => {
    const spelling = renames(move) ? move.to.topic : spellingOf(id)
    return spelling === target.topic ? null : spelling
  }
  const staysInside = target.id === source.id
  const takesAlong = !staysInside && messageEdits.hasMoved(source.id)
  for (const id of ids) {
    if (takesAlong) messageEdits.takeAlong(id, source.id)
    recordFor(tx, move, id, spellingOf(id), content)
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

/** The target topic, created if it does not exist. */
function targetOf(tx: Tx, { to }: Move): Topic {
  const { conversations } = tx.store
  const key = topicKey(to.topic)
  const found = conversations.findTopic(to.channel.id, key)
  if (found?.last_message_id != null) return found
  if (found) conversations.respell(found.id, to.topic)
  const id = found?.id ?? conversations.createTopic(to.channel.id, to.topic, key)
  return conversations.findTopicById(id)!
}
